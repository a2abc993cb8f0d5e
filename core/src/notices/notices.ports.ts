import type { Reach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { NewNotice, Notice, NoticeForReader, Reaction } from './notices.types.ts';

/** Who reads, and on which day: a substitute reads the notices of a class on their days. */
export interface NoticeReader {
  readonly personId: number;
  readonly on: LocalDate;
}

/** A page of a list: notices after this one, newest first. */
export type AfterNotice = Pick<Notice, 'id' | 'createdAt'>;

export interface NoticeRepository {
  insert(
    notice: NewNotice & { createdAt: Date; authorId: number | null; authorName: string },
  ): Promise<Pick<Notice, 'id' | 'title'>>;
  /** Notices for everybody, for the section and the classes of the reader, and their own; newest first. */
  listFor(reader: NoticeReader, after?: AfterNotice): Promise<NoticeForReader[]>;
  /** The notices whose whole audience is within reach, newest first; reactions are those of the reader. */
  listWithin(reach: Reach, readerId: number, after?: AfterNotice): Promise<NoticeForReader[]>;
  byIdFor(reader: NoticeReader, id: number): Promise<NoticeForReader | null>;
  /** Answers the title of the deleted notice; null if there is none within reach. */
  remove(id: number, reach: Reach): Promise<string | null>;
  react(readerId: number, id: number, reaction: Reaction, at: Date): Promise<void>;
  count(): Promise<number>;
}

export interface NoticeRepos {
  readonly notices: NoticeRepository;
}
