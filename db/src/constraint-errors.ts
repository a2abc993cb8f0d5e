import { AppError, type ErrorCode } from '@rollcall/core/errors';

const UNIQUE_VIOLATION = '23505';

const CODES: Record<string, ErrorCode> = {
  people_code_key: 'user_id_taken',
  people_username_key: 'username_taken',
  people_one_admin: 'already_set_up',
  classes_identity: 'class_taken',
  corrections_one_pending: 'correction_pending',
};

/** Drizzle wraps the driver's error; the driver's has `code` and `constraint`. */
function violatedConstraint(error: unknown): string | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && each.code === UNIQUE_VIOLATION && 'constraint' in each)
      return String(each.constraint);
  }
  return null;
}

/** The database decides what is unique; this says it in words a person understands. */
export async function namingConflicts<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    const code = constraint === null ? undefined : CODES[constraint];
    if (code === undefined) throw error;
    throw new AppError(code, { cause: error });
  }
}
