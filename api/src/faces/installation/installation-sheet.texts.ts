import type { Language } from '@rollcall/core/kernel/language';
import { ar } from './sheet-texts/ar.ts';
import { de } from './sheet-texts/de.ts';
import { en } from './sheet-texts/en.ts';

/** What the document says. Every sentence must be true of the product: docs/PRIVACY.md and docs/SECURITY.md have most of the facts. */
export const INSTALLATION_SHEET_TEXTS: Readonly<Record<Language, typeof en>> = { en, de, ar };
