export interface SignIn {
  readonly username: string;
  readonly password: string;
  /** The address that the caller has behind the proxy. */
  readonly from: string;
  readonly device?: string;
  /** Wrong the first time. */
  readonly mistyped?: boolean;
}

export interface Plan {
  readonly atOnce: number;
  /** Each of those waits at least this long between two sign-ins. */
  readonly everyMs: number;
  readonly signIns: readonly SignIn[];
}

export interface Tried {
  readonly status: number;
  readonly ms: number;
}
