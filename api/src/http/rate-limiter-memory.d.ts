/**
 * The part of rate-limiter-flexible that we use. Its main file also loads the stores for Redis and others, which need
 * Node; this file alone runs in a browser too.
 */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  interface RateLimiterRes {
    readonly msBeforeNext: number;
    readonly consumedPoints: number;
    readonly remainingPoints: number;
  }
  class RateLimiterMemory {
    constructor(options: { readonly points: number; readonly duration: number });
    /** Rejects with a RateLimiterRes when no points are left. */
    consume(key: string, points?: number): Promise<RateLimiterRes>;
    get(key: string): Promise<RateLimiterRes | null>;
  }
  export default RateLimiterMemory;
}
