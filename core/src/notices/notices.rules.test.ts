import { describe, expect, it } from 'vitest';
import { isImportant, isRecent, tidyTags } from './notices.rules.ts';

describe('a notice', () => {
  it('is important when its priority is high or urgent', () => {
    const important = (['low', 'normal', 'high', 'urgent'] as const).filter((priority) =>
      isImportant({ priority }),
    );
    expect(important).toEqual(['high', 'urgent']);
  });

  it('is recent for seven days', () => {
    const now = new Date('2026-03-08T12:00:00Z');
    expect(isRecent({ createdAt: new Date('2026-03-01T12:00:00Z') }, now)).toBe(true);
    expect(isRecent({ createdAt: new Date('2026-03-01T11:59:59Z') }, now)).toBe(false);
  });

  it('has trimmed tags without empty ones and duplicates', () => {
    expect(tidyTags([' Exam', 'exam', '', '  ', 'Sport'])).toEqual(['Exam', 'Sport']);
  });
});
