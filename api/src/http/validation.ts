import { AppError } from '@rollcall/core/errors';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

function sentenceOf(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return 'This field is required.';
  if (issue.code === 'unrecognized_keys') return `Unknown: ${issue.keys.join(', ')}.`;
  return issue.message;
}

/** A failed parse as one sentence per field, and one message made of them. */
export function invalidInput(error: z.core.$ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.map(String).join('.') || 'body';
    fields[name] ??= sentenceOf(issue);
  }
  const sentences = new Set(
    Object.entries(fields).map(([name, text]) =>
      text === 'This field is required.' ? `${name} is required.` : text,
    ),
  );
  return new AppError('invalid_input', { fields, message: [...sentences].join(' ') });
}

/** For zod-openapi: throws, so that every failure leaves through the one error handler. */
export const onInvalid = (result: { success: true } | { success: false; error: z.core.$ZodError }): void => {
  if (!result.success) throw invalidInput(result.error);
};
