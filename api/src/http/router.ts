import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from './env.ts';
import { onInvalid } from './validation.ts';

/** The start of every feature's routes. */
export const createRouter = () => new OpenAPIHono<Env>({ defaultHook: onInvalid });
