import { expect, it } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { loadVisitorTexts } from '../i18n/visitor-texts.ts';
import { ApiError, fieldTexts } from './api-error.ts';

const invalid = new ApiError(400, 'invalid_input', 'Invalid.', { name: 'Please enter a name.' });
const taken = new ApiError(409, 'user_id_taken', 'This ID is already in use.', {
  user_id: 'This ID is already in use.',
});

it.each([
  ['en', 'Please enter a name.', 'This ID is already in use.'],
  ['de', 'Bitte prüfen Sie diese Angabe.', 'Diese ID ist bereits vergeben.'],
  ['ar', 'يُرجى التحقق من هذا الحقل.', 'هذا الرقم مستخدم بالفعل.'],
] as const)('fields of a form say in %s what the server found', async (language, wrong, used) => {
  const i18n = await createI18n(language);
  await loadVisitorTexts(i18n, language, ['errors']);
  expect(fieldTexts(invalid, i18n)).toEqual({ name: wrong });
  expect(fieldTexts(taken, i18n)).toEqual({ user_id: used });
  expect(fieldTexts(new TypeError('no network'), i18n)).toEqual({});
});
