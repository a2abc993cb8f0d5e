import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { EvidenceRepos } from '../attendance/evidence/evidence.ports.ts';
import { FACE_ALONE } from '../attendance/evidence/evidence.rules.ts';
import type { AuthRepos, PasswordHasher } from '../auth/auth.ports.ts';
import type { ClassRepos } from '../classes/classes.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { EVENT_TOPICS } from '../events/events.types.ts';
import { INSTITUTION } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, type LocalDate } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import { createZoneHistory } from '../kernel/zones/zone-history.ts';
import type { NoticeRepos } from '../notices/notices.ports.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PrivacyRepos } from '../privacy/privacy.ports.ts';
import { DEFAULT_PRIVACY } from '../privacy/privacy.rules.ts';
import type { SettingsRepos } from '../settings/settings.ports.ts';
import {
  DEFAULT_CLASS_CONFIG,
  DEFAULT_TIME_SETTINGS,
  DEFAULT_WORKING_DAYS,
} from '../settings/settings.rules.ts';
import { demoAttendance } from './demo-attendance.ts';
import { DEMO_NOTICES, demoClasses } from './demo-content.ts';
import { DEMO_INSTITUTION, type DemoMode } from './demo-mode.ts';
import { DEMO_OFFICE, DEMO_OTHER_TEACHER, DEMO_TEACHER, DEMO_USERNAME, demoPeople } from './demo-people.ts';

type Repos = AttendanceRepos &
  AuthRepos &
  ClassRepos &
  EvidenceRepos &
  NoticeRepos &
  PeopleRepos &
  PrivacyRepos &
  SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly demo: DemoMode;
  readonly defaultTimeZone: string;
}

/** Calendar days of history: 90 school days need a little more than four months. */
const HISTORY_DAYS = 130;

/** Fills the database with the demo school. Existing data is kept, so running it twice changes nothing. */
export function createDemoService({
  clock,
  passwords,
  repos,
  transactAndPublish,
  demo,
  defaultTimeZone,
}: Needs) {
  const credentials = () => {
    if (!demo.on) throw new AppError('demo_only');
    return demo.credentials;
  };

  const seedInstitution = async (tx: Repos) => {
    if (!(await tx.settings.institution())) {
      await tx.settings.saveInstitution({
        name: DEMO_INSTITUTION,
        kind: 'university',
        timeZone: defaultTimeZone,
        isDemo: true,
        workingDays: DEFAULT_WORKING_DAYS,
      });
    }
    if (!(await tx.settings.classConfig())) {
      await tx.settings.saveClassConfig({ ...DEFAULT_CLASS_CONFIG.university, subject: 'Data Structures' });
    }
  };

  const seedPeople = async (
    tx: Repos,
    today: LocalDate,
    at: Date,
    hashes: { admin: string; user: string },
  ) => {
    const registeredOn = addDays(today, -HISTORY_DAYS);
    if ((await tx.people.administrators()).length === 0) {
      const admin = await tx.people.insert({
        code: 'admin',
        name: 'Administrator',
        username: 'admin',
        kind: 'admin',
        role: 'owner',
        classSection: null,
        registeredOn,
      });
      await tx.people.setPasswordHash(admin.id, hashes.admin, at);
    }
    await tx.privacy.saveSettings({ ...DEFAULT_PRIVACY, consentRequired: true });
    // Nobody shows a visitor a code, and there is no room to be in.
    await tx.evidence.saveDemands(FACE_ALONE);
    for (const person of demoPeople(registeredOn)) {
      const inserted = await tx.people.insert(person);
      await tx.people.setPasswordHash(inserted.id, hashes.user, at);
      // Visitors who register their own face as the demo's student agree to it themselves.
      if (person.username !== DEMO_USERNAME)
        await tx.privacy.giveConsent(inserted.id, {
          textVersion: DEFAULT_PRIVACY.consentVersion,
          givenBy: person.name,
          givenAt: at,
          notedBy: 'Administrator',
          method: 'paper',
          agreedOn: registeredOn,
        });
    }
  };

  const seedClasses = async (tx: Repos) => {
    const everyone = await tx.people.list({}, INSTITUTION);
    for (const { roster, ...schoolClass } of demoClasses()) {
      const { id } = await tx.classes.insert(schoolClass);
      const members = everyone.rows.filter(({ classSection }) => classSection === roster);
      await tx.classes.setRoster(
        id,
        members.map((member) => member.id),
      );
    }
  };

  const today = () => createZone(defaultTimeZone).dateOf(clock.now());

  /** The demo's person who was registered with this ID, unless somebody renamed them or has taken the new username. */
  const unchanged = async (from: Repos, { code, username }: { code: string; username: string }) => {
    const registered = demoPeople(today()).find((each) => each.code === code);
    const person = await from.people.byCode(code);
    if (!person || person.username !== registered?.username) return null;
    return (await from.people.byUsername(username)) ? null : person;
  };

  const seedTeachers = async (tx: Repos) => {
    const classes = await tx.classes.listFor(today(), INSTITUTION);
    for (const { code, sections } of [DEMO_TEACHER, DEMO_OTHER_TEACHER]) {
      const person = await tx.people.byCode(code);
      const taught = classes.filter(({ section }) => sections.some((each) => each === section));
      const duty = person && { personId: person.id, firstDay: null, lastDay: null };
      if (duty) for (const { id } of taught) await tx.classTeachers.set(id, [duty]);
    }
  };

  /** Gives a teacher classes and an office its sections, with sign-ins of their own; in a school of an earlier version too. */
  const seedRoles = async (): Promise<void> => {
    const { teacher, office } = credentials();
    const roles = [
      { ...DEMO_TEACHER, role: 'teacher', sections: null, password: teacher.password },
      { ...DEMO_OFFICE, role: 'office', password: office.password },
    ] as const;
    for (const { role, sections, password, ...account } of roles) {
      if (!(await unchanged(repos, account))) continue;
      const hash = await passwords.hash(password);
      const at = clock.now();
      await transactAndPublish(EVENT_TOPICS, async (tx) => {
        await tx.settings.lockSeeding();
        const person = await unchanged(tx, account); // another server may have been faster
        if (!person) return;
        await tx.people.update(person.id, { username: account.username });
        await tx.people.setPasswordHash(person.id, hash, at);
        await tx.accounts.setRole(person.id, { role, sections });
        if (role === 'teacher') await seedTeachers(tx);
      });
    }
  };

  const seedNotices = async (tx: Repos, at: Date) => {
    const [author] = await tx.people.administrators();
    for (const { daysAgo, ...notice } of DEMO_NOTICES) {
      const createdAt = new Date(at.getTime() - daysAgo * 86_400_000);
      await tx.notices.insert({
        ...notice,
        audience: { of: 'everybody' },
        createdAt,
        authorId: author?.id ?? null,
        authorName: 'Administrator',
      });
    }
  };

  /** Adds attendance from the last recorded day up to now, so that a demo opened later has recent data. */
  const fillAttendance = async (): Promise<void> => {
    const institution = await repos.settings.institution();
    const { rows } = await repos.people.list({}, INSTITUTION);
    const first = rows[0];
    if (!institution || !first) return;
    const now = clock.now();
    const zone = createZoneHistory(institution.timeZone, institution.earlierZones);
    const today = zone.dateOf(now);
    const codes = new Set(demoPeople(today).map(({ code }) => code));
    const [latest] = await repos.attendance.recent(1, INSTITUTION);
    const from = latest ? addDays(latest.date, 1) : first.registeredOn;
    if (from > today) return;
    const { checkIns, days } = demoAttendance({
      people: rows.filter(({ code }) => codes.has(code)),
      // Visitors check this person in themselves.
      unseenToday: rows.find(({ username }) => username === DEMO_USERNAME)?.code ?? null,
      from,
      to: today,
      now,
      zone,
      rule: DEFAULT_TIME_SETTINGS,
      workingDays: institution.workingDays,
    });
    await transactAndPublish(EVENT_TOPICS, async (tx) => {
      await tx.settings.lockSeeding();
      // Another server may have filled them meanwhile.
      const [newest] = await tx.attendance.recent(1, INSTITUTION);
      if (newest?.date === latest?.date) await tx.attendance.insertMany(checkIns, days, zone, now);
    });
  };

  const summary = async () => {
    credentials();
    const byKind = await repos.people.countByKind(INSTITUTION);
    return {
      people: byKind,
      classes: await repos.classes.count(),
      notices: await repos.notices.count(),
      days: await repos.attendance.countDays(),
    };
  };

  /** Adds institution, people, classes and notices to a database without people. */
  const seed = async (): Promise<void> => {
    const { admin, user } = credentials();
    if ((await repos.people.list({ limit: 1 }, INSTITUTION)).total > 0) return;
    const hashes = {
      admin: await passwords.hash(admin.password),
      user: await passwords.hash(user.password),
    };
    const at = clock.now();
    await transactAndPublish(EVENT_TOPICS, async (tx) => {
      await tx.settings.lockSeeding();
      if ((await tx.people.list({ limit: 1 }, INSTITUTION)).total > 0) return; // another server was faster
      await seedInstitution(tx);
      const institution = await tx.settings.institution();
      const today = createZone(institution?.timeZone ?? defaultTimeZone).dateOf(at);
      await seedPeople(tx, today, at, hashes);
      await seedClasses(tx);
      await seedNotices(tx, at);
    });
  };

  return {
    summary,
    seed,

    async populate() {
      await seed();
      await seedRoles();
      await fillAttendance();
      return summary();
    },
  };
}
