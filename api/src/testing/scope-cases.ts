import type { Role } from '@rollcall/core/kernel/access';
import { enrolmentImages, sceneImage } from './scripted-engine.ts';

/** What an input can name. Every kind exists within the reach of each caller, beyond it, and not at all. */
export type Thing =
  | 'person'
  | 'other person'
  | 'section'
  | 'class'
  | 'leave'
  | 'correction'
  | 'today mark'
  | 'day note'
  | 'drill'
  | 'notice'
  | 'read notice'
  | 'accepted scan'
  | 'open scan'
  | 'session'
  | 'passkey'
  | 'api token'
  | 'kiosk entry'
  | 'card'
  | 'phone of somebody'
  | 'phone';

export interface ScopeRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** Takes the value of an input that names a thing. */
type Take = (input: string, thing: Thing) => string | number;

export interface ScopeCase {
  readonly request: (take: Take) => ScopeRequest;
  /** Of the roles that may call the route at all; all of them without it. */
  readonly as?: readonly Role[];
  /** The status for each input that names something beyond reach or nothing; 404 without it, 200 for a filter. */
  readonly answers?: Readonly<Record<string, number>>;
  /** Inputs that name something new, which nobody has yet. */
  readonly names?: readonly string[];
}

const forPerson = (more: Omit<ScopeRequest, 'params'> = {}): ScopeCase => ({
  request: (take) => ({ params: { id: take('id', 'person') }, ...more }),
});
const forClass = (more: Omit<ScopeRequest, 'params'> = {}): ScopeCase => ({
  request: (take) => ({ params: { id: take('id', 'class') }, ...more }),
});
const bySection = (query: ScopeRequest['query'] = {}): ScopeCase => ({
  request: (take) => ({ query: { ...query, section: take('section', 'section') } }),
  answers: { section: 200 },
});
const byClass = (query: ScopeRequest['query']): ScopeCase => ({
  request: (take) => ({ query: { ...query, class_id: take('class_id', 'class') } }),
});

/** A place in the caller's list, with which rows are compared: nothing is looked up by it. */
const AT_A_PLACE: ScopeCase = { request: () => ({}), as: [], names: ['cursor'] };

const READERS = ['office', 'teacher', 'member'] as const;
const ofOwnAccount = (thing: Thing): ScopeCase => ({
  request: (take) => ({ params: { id: take('id', thing) } }),
  as: READERS,
});

const APRIL = { from: '2026-04-01', to: '2026-04-02' };
const MARCH = { month: '2026-03', format: 'csv' };
const WEEK = { from: '2026-02-23', to: '2026-03-02', format: 'csv' };
const correction = { wanted: 'excused', reason: 'x' };

/**
 * A call of every route on which somebody below administrators can name a person, a class, a section or anything else.
 * In the order of the list: a consent is withdrawn after it was given.
 */
export const SCOPE_CASES: Readonly<Record<string, readonly ScopeCase[]>> = {
  'GET /profile/{id}': [forPerson()],
  'GET /reports/people/{id}': [forPerson({ query: WEEK })],
  'GET /charts/days': [bySection()],
  'GET /charts/year': [bySection()],
  // Its place is a person, who is looked up: `reach.routes.test.ts`.
  'GET /admin/users': [bySection(), AT_A_PLACE],
  'POST /admin/register': [
    {
      request: (take) => ({
        body: {
          name: 'New Near',
          user_id: 'A-NEW',
          username: 'a-new',
          password: 'secret-123-new',
          type: 'student',
          class_section: take('class_section', 'section'),
        },
      }),
      answers: { class_section: 403 },
      names: ['user_id'],
    },
  ],
  'PUT /admin/users/{id}': [
    {
      request: (take) => ({
        params: { id: take('id', 'person') },
        body: { name: 'Ada Nearer', class_section: take('class_section', 'section') },
      }),
      answers: { class_section: 403 },
      names: ['user_id'],
    },
  ],
  'PUT /admin/users/{id}/password': [
    {
      request: (take) => ({
        params: { id: take('id', 'other person') },
        body: { password: 'another-secret-123' },
      }),
    },
  ],
  'POST /admin/users/bulk/section': [
    {
      request: (take) => ({
        body: { user_ids: [take('user_ids', 'person')], class_section: take('class_section', 'section') },
      }),
      // Who is beyond reach is left out, like who does not exist.
      answers: { user_ids: 200, class_section: 403 },
    },
  ],
  'POST /admin/users/bulk/passwords': [
    {
      request: (take) => ({ body: { user_ids: [take('user_ids', 'other person')] } }),
      answers: { user_ids: 200 },
    },
  ],
  // Draws what it is sent, and looks nobody up.
  'POST /admin/password-slips': [{ request: () => ({}), as: [], names: ['class_section'] }],
  'POST /admin/look-alikes': [
    { request: (take) => ({ body: { one: take('one', 'person'), other: take('other', 'other person') } }) },
  ],
  'POST /admin/consent-sheets': [
    { request: (take) => ({ body: { user_ids: [take('user_ids', 'person')] } }) },
  ],
  'POST /admin/cards/sheet': [{ request: (take) => ({ body: { user_ids: [take('user_ids', 'person')] } }) }],
  'GET /admin/users/{id}/cards': [forPerson()],
  'POST /admin/users/{id}/cards': [
    {
      request: (take) => ({ params: { id: take('id', 'person') }, body: { number: '04:A2:3F:11' } }),
      names: ['number'],
    },
  ],
  'DELETE /admin/users/{id}/cards/{card_id}': [
    {
      request: (take) => ({
        params: { id: take('id', 'person'), card_id: take('card_id', 'card') },
      }),
    },
  ],
  'DELETE /admin/users/{id}/phones/{phone_id}': [
    {
      request: (take) => ({
        params: { id: take('id', 'person'), phone_id: take('phone_id', 'phone of somebody') },
      }),
    },
  ],
  'POST /admin/users/{id}/consent': [forPerson({ body: { given_by: 'Parent' } })],
  'GET /admin/users/{id}/consent': [forPerson()],
  'POST /admin/scan-face': [
    {
      request: (take) => ({
        body: {
          user_id: take('user_id', 'person'),
          image: sceneImage({ person: 1, nonce: 9 }),
          look_alike_of: take('look_alike_of', 'other person'),
        },
      }),
    },
  ],
  'POST /admin/capture-face': [
    {
      request: (take) => ({
        body: {
          user_id: take('user_id', 'person'),
          images: enrolmentImages(1),
          look_alike_of: take('look_alike_of', 'other person'),
        },
      }),
    },
  ],
  'DELETE /admin/users/{id}/face': [forPerson()],
  'DELETE /admin/users/{id}/consent': [forPerson()],
  'POST /admin/corrections': [
    {
      request: (take) => ({
        body: { user_id: take('user_id', 'person'), date: '2026-02-25', ...correction },
      }),
      as: ['office'],
    },
    {
      request: (take) => ({
        body: { user_id: take('user_id', 'person'), date: '2026-02-26', ...correction },
      }),
      as: ['teacher'],
    },
  ],
  'POST /admin/corrections/{id}/decision': [
    { request: (take) => ({ params: { id: take('id', 'correction') }, body: { accept: true } }) },
  ],
  'POST /attendance/unconfirmed/{id}/confirm': [
    { request: (take) => ({ params: { id: take('id', 'kiosk entry') } }) },
  ],
  // Entries that were settled meanwhile are left out, and so are those beyond reach.
  'POST /attendance/unconfirmed/dismiss': [
    { request: (take) => ({ body: { ids: [take('ids', 'kiosk entry')] } }), answers: { ids: 200 } },
  ],
  'POST /attendance/unconfirmed/{id}/dismiss': [
    { request: (take) => ({ params: { id: take('id', 'kiosk entry') } }) },
  ],
  'PUT /admin/users/{id}/attendance/{date}': [
    {
      request: (take) => ({
        params: { id: take('id', 'person'), date: '2026-02-27' },
        body: correction,
      }),
    },
  ],
  'GET /today': [bySection()],
  'GET /today/people/{id}': [forPerson()],
  'POST /today/marks': [
    { request: (take) => ({ body: { user_id: take('user_id', 'person'), mark: 'excused', reason: 'x' } }) },
  ],
  'DELETE /today/marks/{id}': [{ request: (take) => ({ params: { id: take('id', 'today mark') } }) }],
  'POST /today/marks/{id}/removal': [{ request: (take) => ({ params: { id: take('id', 'today mark') } }) }],
  'POST /today/notes': [
    { request: (take) => ({ body: { user_id: take('user_id', 'person'), kind: 'call', text: 'x' } }) },
  ],
  'DELETE /today/notes/{id}': [
    { request: (take) => ({ params: { id: take('id', 'day note') } }) },
    {
      request: (take) => ({
        params: { id: take('id', 'day note') },
        query: { mark: take('mark', 'today mark') },
      }),
    },
  ],
  'GET /drills/{id}': [{ request: (take) => ({ params: { id: take('id', 'drill') } }) }],
  'POST /drills/{id}/ticks': [
    {
      request: (take) => ({
        params: { id: take('id', 'drill') },
        body: { user_id: take('user_id', 'person'), seen: true },
      }),
    },
  ],
  'POST /drills/{id}/end': [{ request: (take) => ({ params: { id: take('id', 'drill') } }) }],
  'GET /admin/leaves': [AT_A_PLACE],
  'POST /admin/leaves': [
    { request: (take) => ({ body: { user_id: take('user_id', 'person'), reason: 'x', ...APRIL } }) },
  ],
  'DELETE /admin/leaves/{id}': [{ request: (take) => ({ params: { id: take('id', 'leave') } }) }],
  'GET /admin/attendance-rows': [bySection(WEEK), AT_A_PLACE],
  'GET /admin/corrections': [AT_A_PLACE],
  'GET /attendance/unconfirmed': [AT_A_PLACE],
  'GET /user/corrections': [AT_A_PLACE],
  'GET /admin/notices': [AT_A_PLACE],
  'GET /user/notices': [AT_A_PLACE],
  'GET /admin/classes/{id}/roster': [forClass()],
  'GET /admin/classes/{id}/attendance': [forClass()],
  'GET /admin/classes/{id}/code': [forClass()],
  'POST /attendance/start': [{ request: (take) => ({ body: { class_id: take('class_id', 'class') } }) }],
  'POST /admin/classes/{id}/identify': [forClass({ body: { image: sceneImage({ person: 2 }) } })],
  'PUT /admin/classes/{id}/attendance': [
    {
      request: (take) => ({
        params: { id: take('id', 'class') },
        body: { revision: 0, marks: [{ user_id: take('user_id', 'person'), status: 'present' }] },
      }),
      answers: { user_id: 400 },
    },
  ],
  'GET /admin/register': [byClass(MARCH), bySection(MARCH)],
  'GET /admin/reports/register': [byClass(MARCH), bySection(MARCH)],
  'GET /admin/reports/summary': [byClass(WEEK), bySection(WEEK)],
  'POST /admin/notices': [
    {
      request: (take) => ({
        body: { title: 'Hello', content: 'x', audience: { section: take('section', 'section') } },
      }),
      as: ['office'],
      answers: { section: 403 },
    },
    {
      request: (take) => ({
        body: { title: 'Hello', content: 'x', audience: { class_id: take('class_id', 'class') } },
      }),
      as: ['teacher'],
    },
  ],
  'PUT /user/notices/{id}/reaction': [
    {
      request: (take) => ({ params: { id: take('id', 'read notice') }, body: { liked: true } }),
      as: READERS,
    },
  ],
  'DELETE /admin/notices/{id}': [{ request: (take) => ({ params: { id: take('id', 'notice') } }) }],
  'POST /user/mark-attendance': [
    {
      request: (take) => ({ body: { scan_id: take('scan_id', 'accepted scan') } }),
      as: READERS,
      answers: { scan_id: 409 },
    },
  ],
  'POST /user/mark-attendance-with-image': [
    {
      request: (take) => ({
        body: { image: sceneImage({ person: 1, nonce: 77 }), scan_id: take('scan_id', 'open scan') },
      }),
      as: ['member'],
      answers: { scan_id: 409 },
    },
  ],
  'DELETE /me/sessions/{id}': [ofOwnAccount('session')],
  'DELETE /me/tokens/{id}': [ofOwnAccount('api token')],
  'DELETE /me/passkeys/{id}': [ofOwnAccount('passkey')],
  'DELETE /user/phones/{phone_id}': [
    { request: (take) => ({ params: { phone_id: take('phone_id', 'phone') } }), as: READERS },
  ],
  // Of a phone that is not one's own nothing is removed.
  'POST /user/phones': [
    {
      request: (take) => ({ body: { replaces: take('replaces', 'phone') } }),
      as: [],
    },
  ],
  // The id of a credential counts for nothing without its signature.
  'POST /me/passkeys': [{ request: () => ({}), as: [], names: ['id'] }],
  'POST /me/confirm': [{ request: () => ({}), as: [], names: ['id'] }],
};

/** Names of inputs that say nothing about whom or what a call is about. */
export const PLAIN_INPUTS: ReadonlySet<string> = new Set([
  ...['actions', 'code', 'current_password', 'expires_on', 'new_password', 'passkey', 'response', 'version'],
  ...['accept', 'audience', 'bookmarked', 'content', 'date', 'email', 'erase', 'excuse', 'format', 'frames'],
  ...['from', 'given_by', 'has_face_data', 'image', 'images', 'lang', 'liked', 'limit', 'marks', 'month'],
  ...['name', 'note', 'order', 'page', 'password', 'preview', 'priority', 'range', 'reason', 'revision'],
  ...['search', 'sort', 'state', 'status', 'tags', 'time', 'title', 'to', 'type', 'username', 'viewed'],
  ...['agreed_on', 'contact_phone', 'kind', 'mark', 'method', 'rows', 'site', 'text', 'wanted', 'weekday'],
  ...['pin', 'seen', 'until'],
]);
