export const EVENT_TOPICS = ['attendance', 'faces', 'notices', 'people', 'classes', 'settings'] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** Something changed and was committed. It says where to look, never what is there. */
export interface ChangeEvent {
  readonly topic: EventTopic;
  /** Whose record changed, where it is one person's. */
  readonly personId: number | null;
}
