export const home = {
  hero: {
    eyebrow: 'For schools and workplaces',
    title: 'The register that fills itself in.',
    text: 'Look at the camera for a second. Your name and time go straight into the register. Rollcall runs on your own machine and keeps no photos.',
    start: 'Get Started',
    more: 'Learn More',
  },
  illustration: {
    label: 'A camera view. The oval around a face turns green, and a name and time appear in the register.',
    look: 'Look at the camera',
    hello: 'Good morning, Maya',
    register: 'Register',
    today: 'Today',
    names: { first: 'Anna Kowalska', second: 'Jonas Meier', third: 'Maya Shrestha' },
  },
  features: {
    title: 'Built for busy mornings',
    accuracy: {
      title: 'Accuracy you can check',
      text: 'Five photos become your face data. A face that is not clearly yours is refused, never guessed. Our measurements are published with the code.',
    },
    secure: {
      title: 'Secure and private',
      text: 'Each person’s face data is encrypted with its own key. Photos are not kept. Face data stays on your server, and deleting a person destroys their key.',
    },
    fast: {
      title: 'Lightning fast',
      text: 'Recognition runs on ordinary computers at your place, not in a cloud. The line keeps moving.',
    },
  },
  stats: {
    title: 'Measured, not promised',
    how: 'How we measured',
    accuracy: {
      label: 'accuracy on photo pairs from a public test set',
      plain: 'Unknown faces are refused',
      plainText: 'A match must be close, and clearly closer than anyone else.',
    },
    speed: {
      label: 'from picture to answer, in 95 of 100 cases',
      plain: 'One look is enough',
      plainText: 'No card, no PIN. Just look at the camera.',
    },
    people: {
      label: 'people in the measured database',
      plain: 'From one class to a whole campus',
      plainText: 'The server sends long lists page by page.',
    },
    records: {
      label: 'attendance records in the measured database',
      plain: 'Every record is kept',
      plainText: 'Each check-in is saved to disk before you see it confirmed.',
    },
    seconds: '{{value}} s',
    under: 'under {{value}} s',
  },
  steps: {
    title: 'How it works',
    text: 'Three steps. You do the first one only once.',
    one: {
      title: 'Register your face',
      text: 'The office takes five photos. They become a short, encrypted code. The photos are not kept.',
    },
    two: {
      title: 'Look at the camera',
      text: 'On your phone or a laptop. An oval shows you where to look.',
    },
    three: {
      title: 'Attendance is recorded',
      text: 'With the time, and on time or late. You and the office see it right away.',
    },
  },
  demo: {
    title: 'Try it now',
    text: 'Northfield College is made up. Its numbers are real sums over made-up records.',
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
      text: 'Today’s classes, who is missing, and attendance by hand or by photo.',
      action: 'Open the teacher demo',
    },
    office: {
      title: 'As the office',
      text: 'Add people, correct days, post notices and print reports for two sections.',
      action: 'Open the office demo',
    },
    kiosk: {
      title: 'At the door',
      text: 'The kiosk of the entrance, in this tab: look into the camera, or type a number and a PIN.',
      number: 'Number',
      pin: 'PIN',
    },
    username: 'Username',
    password: 'Password',
    copyValue: 'Copy {{label}}',
    notice: {
      title: 'About this demo',
      text: 'This is the Rollcall frontend with demo data. The whole product, including the server, is open source.',
      inBrowser:
        'The whole product runs in this browser tab: database, rules and face recognition. Nothing leaves your device.',
      link: 'Source repository',
    },
    self: 'Sign in manually',
    failed: 'The demo could not be opened. Sign in with the values above.',
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
