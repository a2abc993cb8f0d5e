export const home = {
  hero: {
    eyebrow: 'For schools and workplaces',
    title: 'The register that fills itself in.',
    text: 'Look at the camera for a moment; your name and the time are in the register. Rollcall runs on your own machine, and no photo is kept.',
    start: 'Get Started',
    more: 'Learn More',
  },
  illustration: {
    label:
      'A camera view: an oval around a face turns green, and a name with the time appears in the register.',
    look: 'Look at the camera',
    hello: 'Good morning, Maya',
    register: 'Register',
    today: 'Today',
    names: { first: 'Anna Kowalska', second: 'Jonas Meier', third: 'Maya Shrestha' },
  },
  features: {
    title: 'Built for the queue at the door',
    accuracy: {
      title: 'Accuracy you can check',
      text: 'Three photos make one careful template. A face that is not clearly yours is refused, never guessed, and the measurements are published with the code.',
    },
    secure: {
      title: 'Secure and private',
      text: 'Templates are encrypted with a key of their own per person. Photos are not kept, nothing leaves your server, and erasing someone destroys their key.',
    },
    fast: {
      title: 'Lightning fast',
      text: 'Recognition runs beside the camera on ordinary computers, without a cloud in between, so the line keeps moving.',
    },
  },
  stats: {
    title: 'Measured, not promised',
    how: 'How we measured',
    accuracy: {
      label: 'accuracy, pair by pair, on a public test set',
      plain: 'Unknown faces are refused',
      plainText: 'A match needs to be close and clearly closer than anyone else.',
    },
    speed: {
      label: 'from picture to answer, 95 times out of 100',
      plain: 'One look is enough',
      plainText: 'No card, no PIN, no touch: look, and the door can open.',
    },
    people: {
      label: 'people in the load test',
      plain: 'From one class to a whole campus',
      plainText: 'Lists, searches and reports are paged on the server.',
    },
    records: {
      label: 'attendance records, still answering at once',
      plain: 'Every record is kept',
      plainText: 'Each check-in is written to disk before you see it confirmed.',
    },
    seconds: '{{value}} s',
    under: 'under {{value}} s',
  },
  steps: {
    title: 'How it works',
    text: 'Three steps; the first one only once.',
    one: {
      title: 'Register your face',
      text: 'The office takes three photos. They become a short encrypted code; the photos are dropped.',
    },
    two: {
      title: 'Look at the camera',
      text: 'On your phone, a laptop or the tablet at the door. A soft oval shows where to look.',
    },
    three: {
      title: 'Attendance is recorded',
      text: 'With a timestamp, on time or late, visible to you and to the office at once.',
    },
  },
  demo: {
    title: 'Try it now',
    text: 'Northfield College is invented, but its attendance is not edited: every figure is computed from rows.',
    user: {
      title: 'As a student',
      text: 'Your own attendance, analytics, notices and profile.',
      action: 'Open the user demo',
    },
    admin: {
      title: 'As an administrator',
      text: 'People, classes, notices, analytics, backups and exports.',
      action: 'Open the admin demo',
    },
    teacher: {
      title: 'As a teacher',
      text: "Today's classes, who is missing, and the sheet by hand or by photo.",
      action: 'Open the teacher demo',
    },
    office: {
      title: 'As an office',
      text: 'Registering people, correcting days, notices and reports of two sections.',
      action: 'Open the office demo',
    },
    username: 'Username',
    password: 'Password',
    copyValue: 'Copy {{label}}',
    notice: {
      title: 'About this demo',
      text: 'You are looking at the frontend of Rollcall on demo data. The whole product, server included, is open source.',
      inBrowser:
        'The whole product runs in this browser tab: database, rules and face recognition. Nothing leaves your device.',
      link: 'Source repository',
    },
    self: 'Sign in yourself',
    failed: 'The demo could not be opened. Please sign in with the values above.',
    closedTitle: 'Your institution is ready',
    closedText: 'Sign in with the account your office gave you.',
    signInUser: 'Sign in',
    signInAdmin: 'Administrator sign-in',
  },
  cta: {
    title: 'Ready when the bell rings',
    text: 'One command starts it on your own machine.',
    action: "Start Now - It's Free",
  },
};
