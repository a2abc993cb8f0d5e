/** The type of all languages; figures are handed over as they are printed. */
export const en = {
  title: 'Face recognition: what is stored, why, and how often it errs',
  audience: 'For the data protection officer or the works council',
  yes: 'Yes',
  no: 'No',
  noLimit: 'No limit',
  notMeasured: 'not measured',
  placeAndDate: 'Place and date',
  signature: 'Signature',
  about: {
    heading: 'About this document',
    made: 'Rollcall made this document from the settings and records of this installation at the time stated above. Settings can change. Make a new document then.',
    toFillIn:
      'Empty lines are for the institution to fill in. This document is a draft. It is not legal advice.',
    noNames: 'No person is named in this document.',
  },
  purpose: {
    heading: 'Purpose and legal basis',
    product:
      'Rollcall records who is present. People who have registered their face can check in with it. Attendance can also be recorded without a face (see “Alternatives without a face”).',
    purpose: 'Purpose, in the words of the institution:',
    basis: 'Legal basis:',
    required: 'Consent is required before a face is used',
    version: 'Version of the consent text in force',
    isRequired:
      'Nobody’s face is registered or recognized without consent to this version of the text. When the text changes, a face is used again only after the person has agreed to the new text.',
    isNotRequired:
      'The settings do not require consent. Faces can be registered and recognized without a recorded consent.',
  },
  stored: {
    heading: 'What is stored, and why',
    what: 'What',
    why: 'Why',
    until: 'Until',
    rows: {
      faces: {
        what: 'Face data: numbers computed from photos, encrypted (AES-256-GCM) with a key of each person',
        why: 'To recognize the person',
      },
      key: { what: 'The key of each person, encrypted with the master key', why: 'To open the face data' },
      checkIns: {
        what: 'Check-ins: time, how the person was recorded, similarity score, and where the picture came from',
        why: 'The attendance record',
      },
      days: {
        what: 'Attendance days, class lists, corrections and leaves',
        why: 'The status of each day',
      },
      scans: {
        what: 'Steps of a check-in. Measurements of its first picture, encrypted with the key of the person, only until the check-in ends',
        why: 'To ask for movements one after another',
        until: 'One day',
      },
      sightings: {
        what: 'Who was recognized in a class photo, with the similarity score',
        why: 'To fill in the class list',
        until: 'One hour into the next day at the latest',
      },
      digests: {
        what: 'Checksums of accepted picture files',
        why: 'So that no file is accepted twice',
        until: 'One year',
      },
      imprints: {
        what: 'Imprints of accepted pictures: 256 bits each, lighter or darker from one part of the face to the next',
        why: 'So that a recording is not accepted again',
        until: 'Six weeks, or until the face data is deleted',
      },
      consents: {
        what: 'Consents: who agreed to which version, how and when, and withdrawals',
        why: 'Proof',
        until: 'The person is deleted',
      },
      audit: {
        what: 'Audit log: who did what and when, from which network address. Refused check-ins with the reason',
        why: 'Accountability',
      },
    },
    faceUntil: 'Removed, consent withdrawn, or the person deleted',
    faceUntilUnused: (days: string) =>
      `Removed, consent withdrawn, the person deleted, or not used (days: ${days})`,
    asRetention: 'See “How long data is kept”',
    others:
      'The product also stores what every attendance system needs, such as names, IDs and sign-ins. It is part of the data copy of each person.',
    notHeading: 'What is not stored',
    not: [
      'Photos. A photo is analyzed in memory and discarded. The only exception is a file of photos that an administrator uploads to register many people. It is deleted after about one day.',
      'Traits. Age, sex, origin and emotion are not computed.',
      'Recognition does not learn from check-in photos.',
      'No photo and no face data is sent to third parties. The recognition models are files on the server.',
      'Backups contain face data only in encrypted form, without the keys of the people.',
    ],
  },
  access: {
    heading: 'Who can see it',
    who: 'Who',
    what: 'What',
    rows: [
      ['Owners and administrators', 'All people and their attendance, settings, reports, audit log, backups'],
      [
        'Office',
        'People and attendance of its sections, or of all if it is not limited. It can register faces and record consents.',
      ],
      ['Teachers', 'People and attendance of their classes'],
      ['Everyone', 'Their own attendance, their own consent and their own data'],
    ],
    numbers: 'The numbers of a face are shown to nobody. No page, no report and no data copy contains them.',
    machine:
      'Whoever can read the data folder of the server can read everything. The institution has to protect the server.',
  },
  alternatives: {
    heading: 'Alternatives without a face',
    points: [
      'Nobody needs face data to be in the attendance list.',
      'Teachers, the office and administrators can mark people by hand: present, late, absent or excused.',
      'Class lists can be filled in by hand.',
    ],
    howHere: 'How the institution makes sure that nobody is at a disadvantage without a face:',
  },
  settings: {
    heading: 'Settings in force',
    model: 'Recognition model',
    people: 'People with face data',
    liveness: 'Liveness check',
    policies: {
      off: 'Off. A photo held up to the camera can pass.',
      'step-up': 'Automatic. People make movements, but only if the picture leaves doubt.',
      always: 'Always. Everyone makes movements, every time.',
    },
    ages: 'Whose faces are compared',
    bands: { adults: 'Mostly adults', from_12: 'Mostly 12 to 15 years', under_12: 'Mostly under 12 years' },
    networks: 'Networks that count as the place',
    classes: 'Classes that ask for more than this',
    demandsIntro: 'What a check-in from a person’s own device must show besides a face:',
    kind: 'Kind of person',
    demand: 'Needed besides the face',
    demands: {
      kiosk: 'Own devices are refused. Only a camera of the institution counts.',
      network_and_code: 'The institution’s network and the code that is shown in the room',
      network: 'The institution’s network',
      code: 'The code that is shown in the room and changes every 30 seconds',
      network_or_code: 'The institution’s network, or the code that is shown in the room',
      device: 'Nothing. Any device counts, anywhere.',
    },
  },
  retention: {
    heading: 'How long data is kept',
    faces: 'Unused face data is deleted after (days)',
    attendance: 'Attendance is deleted after (years)',
    audit: 'The audit log is deleted after (years)',
    text: 'The rules run once on each day on which the server runs. Deleted attendance and audit log entries stay in an encrypted file for 30 more days, from which an administrator can restore them. Deleted face data cannot be restored.',
  },
  published: {
    heading: 'How often it errs: published figures',
    method:
      'Photos from public sets: UTKFace, FG-NET, CelebA and Labeled Faces in the Wild. Each photo was claimed to be every other registered person of the same sex and about the same age, which is the hardest case. Each row was measured with the setting for its age. In parentheses: the 95% interval.',
    measured: (day: string, model: string) => `Measured on ${day} with the model ${model}.`,
    otherModel: (model: string) =>
      `This installation uses another model (${model}). These figures do not hold for it.`,
    group: 'Group',
    people: 'People',
    falseMatches: 'Accepted as someone else, per 100,000 comparisons',
    misses: 'Right person refused at the first try, in percent',
    groups: {
      from5: 'Age 5 to 7',
      from8: 'Age 8 to 11',
      from12: 'Age 12 to 14',
      from15: 'Age 15 to 17',
      women: 'Women',
      men: 'Men',
      white_women: 'White women',
      white_men: 'White men',
      black_women: 'Black women',
      black_men: 'Black men',
      asian_women: 'Asian women',
      asian_men: 'Asian men',
      indian_women: 'Indian women',
      indian_men: 'Indian men',
    },
    limits:
      'What this does not show: the camera and the light of this institution, head scarves and school uniforms, twins, and groups that these sets do not have. Children were measured with one old family photo each, registered and compared within one year. The labels of the sets were used for measuring only.',
  },
  here: {
    heading: 'How often it errs: this installation',
    window:
      'Check-ins, refusals and corrections of the last 90 days. For wrong names, the face data of registered people was compared with that of all others, as if each of them were a stranger.',
    surveyed: 'People whose face data was compared',
    wrongNames: 'Strangers who would be given a wrong name, per 1,000',
    falseClaims: 'Pairs in which one person would pass as the other, per 100,000',
    accepted: 'Check-ins by face',
    refused: 'Refused tries',
    refusedShare: 'Share of refused tries, in percent',
    refusedText:
      'Refused tries include right and wrong people, pictures that looked unreal, and movements that were not made.',
    corrected: 'Days recorded by face that were corrected to absent or excused afterward',
    interval: (value: string, low: string, high: string) => `${value} (95% interval: ${low} to ${high})`,
    noData: 'not enough data yet',
    missing: (people: string) =>
      `Not enough data yet to tell whether fewer than 1 in 1,000 strangers are given a wrong name. People still needed: ${people}.`,
    fixed:
      'Fewer than about 100 people have face data. A fixed threshold is used until then, and the published figures do not hold.',
    trials: 'Trials to deceive the camera, made at the place itself:',
    noTrials: 'No trial to deceive the camera has been recorded at the place itself.',
    attack: 'Trial',
    tries: 'Tries',
    passed: 'Accepted',
    day: 'Recorded on',
    attacks: {
      printed_photo: 'Printed photo',
      phone_photo: 'Photo on a phone',
      phone_film: 'Film on a phone',
      somebody_else: 'Another person',
    },
  },
  limits: {
    heading: 'What it does not protect against',
    points: [
      'The liveness check does not stop injected pictures: a program can hand a browser any picture as if it came from its camera.',
      'No liveness check is perfect. A good screen in good light may pass. A class photo is not checked for liveness.',
      'A check-in by face alone does not prove the place. A network or a code does, with limits: somebody in the room can pass the code on, and a device there can be a bridge into the network.',
      'It is not suitable for children under five. They look too much alike.',
      'Twins were not measured. Two people can be declared look-alikes, and are then compared more strictly.',
      'It is not documented on which faces the recognition model that comes with the product was trained.',
    ],
  },
  rights: {
    heading: 'Rights of people',
    right: 'Right',
    how: 'How the product fulfills it',
    rows: [
      [
        'Copy of one’s own data',
        'On one’s own profile: “Download my data”. An administrator can make the same file. It lists which face data exists, without the numbers.',
      ],
      [
        'Correction',
        'People can ask for a correction of a day. The office or an administrator decides. Nobody decides about their own days, except an owner.',
      ],
      [
        'Withdrawing consent',
        'On one’s own profile, or by the office or an administrator. Face data and key are destroyed at once. The face data in older backups can then no longer be opened, unless a key export made before still exists.',
      ],
      [
        'Deletion',
        'An administrator deletes the person. Past days either stay under a pseudonym or are deleted, too. The audit log keeps the proof: the ID, and that the key was destroyed.',
      ],
    ],
  },
  assessment: {
    heading: 'Impact assessment (draft)',
    description: 'Description of the processing',
    facts: (people: string, checkIns: string) =>
      `People with face data: ${people}. Check-ins by face in the last 90 days: ${checkIns}. The sections above say what is stored, who can see it, and for how long.`,
    descriptionMore: 'Who is concerned, where the cameras are, who runs the server:',
    necessity: 'Necessity and proportionality',
    necessityPoints: [
      'A person who checks in alone is compared with their own face data (1:1). The nearest other people only tell how near strangers come to the picture, and nothing of them is kept.',
      'When a face is registered, it is compared with all others, so that no face is registered under two IDs.',
      'A class photo can name only people on the list of that class.',
      'Attendance can be recorded without a face.',
    ],
    whyNotLess: 'Why a less intrusive means, such as a card or a list, is not enough:',
    views: 'Views of the people concerned or of their representatives:',
    risks: 'Risks and measures',
    risk: 'Risk',
    measures: 'Measures of the product',
    remaining: 'Remaining risk (to be filled in)',
    riskRows: [
      [
        'The database or a backup is stolen',
        'Face data is encrypted with a key of each person. The master key is not in the database. Backups contain no keys of people.',
      ],
      [
        'A person is taken for someone else',
        'Doubtful results are refused. Days can be corrected. The figures above say how often it happens.',
      ],
      ['The right person is refused', 'The person tries again, or is marked by hand.'],
      [
        'It errs more often with some groups',
        'Error rates are measured and published by group. Comparisons follow the choice of ages. Everyone can be marked by hand.',
      ],
      [
        'Someone checks in from elsewhere',
        'What is needed besides the face is stated under “Settings in force”.',
      ],
      ['Data is used for another purpose', 'Roles limit who can see what. The audit log says who did what.'],
      [
        'People feel forced to agree',
        'Attendance can be recorded by hand. Consent can be withdrawn at any time.',
      ],
    ],
    deception: 'Someone uses a photo or a recording',
    deceptionMeasures: (liveness: string) =>
      `Liveness check: ${liveness} The same picture is not accepted again for six weeks.`,
    keeping: 'Data is kept too long',
    keepingMeasures: (faces: string, attendance: string, audit: string) =>
      `Limits in force. Unused face data (days): ${faces}. Attendance (years): ${attendance}. Audit log (years): ${audit}.`,
    opinion: 'Opinion of the data protection officer',
    opinionLines: 'Opinion and conditions:',
    decision: 'Decision and signatures',
    decisionLines: 'Decision, and when it is reviewed:',
    signers: ['For the institution', 'Data protection officer', 'Works council or other representatives'],
  },
};
