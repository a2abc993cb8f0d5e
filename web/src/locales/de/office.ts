import type { office as english } from '../en/office.ts';
import { audit } from './audit.ts';
import { imports } from './imports.ts';
import { privacy } from './privacy.ts';
import { safety } from './safety.ts';

export const office: typeof english = { audit, imports, privacy, safety };
