import type { NewNotice, Notice, NoticeForReader, Reaction } from './notices.types.ts';

export interface NoticeRepository {
  insert(
    notice: NewNotice & { createdAt: Date; authorId: number | null; authorName: string },
  ): Promise<Notice>;
  /** Newest first. */
  listFor(readerId: number): Promise<NoticeForReader[]>;
  byIdFor(readerId: number, id: number): Promise<NoticeForReader | null>;
  /** Answers the title of the deleted notice, or null. */
  remove(id: number): Promise<string | null>;
  react(readerId: number, id: number, reaction: Reaction, at: Date): Promise<void>;
  count(): Promise<number>;
}

export interface NoticeRepos {
  readonly notices: NoticeRepository;
}
