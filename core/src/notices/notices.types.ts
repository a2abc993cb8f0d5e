export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Who reads a notice. */
export type Audience =
  | { readonly of: 'everybody' }
  | { readonly of: 'section'; readonly section: string }
  | { readonly of: 'class'; readonly classId: number };

export interface NewNotice {
  readonly audience: Audience;
  readonly title: string;
  readonly content: string;
  readonly priority: Priority;
  readonly tags: readonly string[];
}

export interface Notice extends NewNotice {
  readonly id: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Of a notice to a class. */
  readonly className: string | null;
}

/** A notice with its counts and the reader's own like and bookmark. */
export interface NoticeForReader extends Notice {
  readonly views: number;
  readonly likes: number;
  readonly liked: boolean;
  readonly bookmarked: boolean;
  /** Whether the reader has read it in full before. */
  readonly viewed: boolean;
}

export interface Reaction {
  readonly viewed?: true | undefined;
  readonly liked?: boolean | undefined;
  readonly bookmarked?: boolean | undefined;
}
