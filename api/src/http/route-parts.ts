import { z } from 'zod';
import { errorAnswer } from './errors.ts';

/** Pieces that routes are made of. */

const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } } });

export const body = <T extends z.ZodType>(schema: T) => ({ ...json(schema), required: true });

/** The answer of a route, with the failures any route can give. */
export const answers = <T extends z.ZodType>(schema: T, description: string) => ({
  200: { ...json(schema), description },
  default: { ...json(errorAnswer), description: 'A failure, in the one shape all failures have' },
});

export const message = z.object({ message: z.string() });

/** Row ids in addresses: digits only, small enough for the column. */
export const rowId = z.coerce.number().int().min(1).max(2_147_483_647);

export const idParam = z.object({ id: rowId });
export const codeParam = z.object({ id: z.string().min(1).max(60) });
