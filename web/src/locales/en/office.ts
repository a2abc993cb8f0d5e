import { audit } from './audit.ts';
import { imports } from './imports.ts';
import { privacy } from './privacy.ts';
import { safety } from './safety.ts';

/** Texts behind the sign-in that the landing page shall not carry; see lib/office-texts.queries.ts. */
export const office = { audit, imports, privacy, safety };
