/**
 * Every advisory lock of the database. They share one space of numbers: two of the same number would wait for each
 * other. A number never changes, because servers of two versions may run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Servers that start at the same time run the migrations one after another. */
  migrations: 7_206_550,
  /** One server closes days at a time. */
  closing: 7_206_551,
  /** Two people with one face are not enrolled at the same time. */
  enrolment: 7_206_552,
  /** Held shared by every server, so that the command line knows whether one runs. */
  server: 7_206_553,
  /** One restore at a time. */
  restore: 7_206_554,
  /** Held shared by every transaction that changes anything; a restore takes it alone. */
  changes: 7_206_555,
  /** One server makes the backup before an upgrade and upgrades; the others wait. */
  upgrade: 7_206_556,
  /** Set-up and demo data are written once. */
  seeding: 7_206_560,
  /** Changes of roles wait for each other, so that one owner always remains. */
  roles: 7_206_561,
  /** Mails asked for at the same time are counted one after another. */
  outbox: 7_206_562,
  /** Kiosks that are added, and devices that ask to become one, are counted one after another. */
  kiosks: 7_206_563,
  /** With a second number for an account or a network: servers judge its sign-ins one after another. */
  signIns: 7_206_565,
  /** Taken by `fold_rollups()` in the migrations: one server adds up the roll-ups at a time. */
  rollups: 7_206_580,
} as const;
