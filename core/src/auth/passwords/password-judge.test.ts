import { describe, expect, it } from 'vitest';
import type { AppError } from '../../kernel/errors.ts';
import type { PasswordOwner } from '../auth.ports.ts';
import { createZxcvbnStrength } from '../zxcvbn-strength.ts';
import { createPasswordJudge } from './password-judge.ts';

const judge = createPasswordJudge({
  settings: { institution: async () => ({ name: 'Hillside College' }) },
  passwordStrength: createZxcvbnStrength(),
});
const teacher: PasswordOwner = {
  kind: 'teacher',
  role: 'teacher',
  name: 'Ingeborg Zweibrücken',
  username: 'i.zweibruecken',
};
const student: PasswordOwner = { ...teacher, kind: 'student', role: 'member' };
const verdict = (password: string, owner = teacher) =>
  judge(password, owner).then(
    () => 'fine',
    (error: Error) => error.message,
  );

describe('a password', () => {
  it.each(['password1', 'Passw0rd!', '12345678', 'qwertzuiop', 'iloveyou', 'aaaaaaaaaaaa', '25.12.1999'])(
    'that everybody tries first is refused with a reason: %s',
    async (password) => {
      expect(await verdict(password)).toMatch(/\w.+\.$/);
    },
  );

  it.each([
    ['password1', 'common'],
    ['Passw0rd!', 'like_common'],
    ['asdfghjkl;', 'keyboard'],
    ['aaaaaaaaaaaa', 'repeats'],
    ['abcdefghijk', 'sequence'],
    ['25.12.1999', 'date'],
    ['Zweibrücken1', 'names'],
    ['i.zweibruecken', 'username'],
    ['short', 'too_short'],
  ])('says by a code why it is refused, so that every language can: %s', async (password, code) => {
    const refused = await judge(password, teacher).catch((error: AppError) => error);
    expect(refused?.reason).toEqual(code === 'too_short' ? { code, least: 8 } : { code });
  });

  it('made of the names of its owner or of the institution is refused', async () => {
    expect(await verdict('Zweibrücken1')).not.toBe('fine');
    expect(await verdict('ingeborg.zweibrücken')).not.toBe('fine');
    expect(await verdict('hillsidecollege')).not.toBe('fine');
    expect(await verdict('I.Zweibruecken')).toBe('The password must not be the username.');
  });

  it('of several uncommon words, or long and random, is taken', async () => {
    expect(await verdict('copper lantern walrus')).toBe('fine');
    expect(await verdict('h7Gq-2vLw9')).toBe('fine');
    expect(await verdict('ничего страшного 42')).toBe('fine');
  });

  it('of a student has six characters, as long as the student has no role', async () => {
    expect(await verdict('secret', student)).toBe('fine');
    expect(await verdict('secre', student)).toBe('Password must be at least 6 characters.');
    expect(await verdict('secret', { ...student, role: 'administrator' })).toBe(
      'Password must be at least 8 characters.',
    );
  });

  it('of 256 characters is judged by its beginning, so that no password holds the server up', async () => {
    expect(await verdict(`${'a1'.repeat(20)}copper lantern walrus`)).not.toBe('fine');
    expect(await verdict(`copper lantern walrus${'a1'.repeat(117)}`)).toBe('fine');
  });
});
