export const faq = {
  title: 'Frequently asked questions',
  text: 'What Rollcall does, and what it does not do.',
  search: 'Search the questions',
  categoriesLabel: 'Categories',
  categories: {
    all: 'All',
    gettingStarted: 'Getting Started',
    security: 'Security',
    technical: 'Technical',
    account: 'Account',
    troubleshooting: 'Troubleshooting',
  },
  found_one: '{{count}} question',
  found_other: '{{count}} questions',
  nothingTitle: 'No questions found',
  nothingText: 'Try another word, or browse all categories.',
  showAll: 'Show all questions',
  contactTitle: 'Still have a question?',
  contactText: 'Write to us and tell us what you were trying to do.',
  contactInPerson: 'Ask your administrator or the office.',
  contactAction: 'Contact support',
  items: {
    start: {
      q: 'How do I start using Rollcall?',
      a: 'Install Node 20 or newer. In the project folder, run "npm ci" and then "npm start", and open http://localhost:5000. The database is built in and stored in the data folder, so there is nothing else to install. Rollcall starts with a made-up demo school, so you can look around first.',
    },
    firstRun: {
      q: 'How do I set it up for my own institution?',
      a: 'Start it with DEMO_MODE=false. Your first visit opens a setup page. It asks for the one-time code from the server console, the name and time zone of your institution, and an administrator password. There are no demo accounts in this mode.',
    },
    registerPerson: {
      q: 'How do I add a person?',
      a: 'An administrator opens Register User, enters the name, ID, username, password and type, and takes five photos. You can skip the photos. The list then shows that face data is missing, and you can add it later.',
    },
    mark: {
      q: 'How do I check in?',
      a: 'Sign in, choose Mark Attendance on the dashboard and look at the camera. Your face is compared only with your own face data. If it matches, you see your name, the time and whether you are on time.',
    },
    photos: {
      q: 'Do you keep photos of me?',
      a: 'No. A photo is turned into a short list of numbers, your face data, and then discarded. Face data cannot be shown as a picture. It is encrypted with a key that is yours alone, and it never appears in a log, an export or a server response.',
    },
    leave: {
      q: 'Does any data leave our server?',
      a: 'No. Recognition runs on your own machine, and fonts and scripts come from your own server. There is no cloud service, no tracking and no advertising. If you set up e-mail or single sign-on, Rollcall uses the servers you choose. Backups and exports are files an administrator downloads on purpose.',
    },
    erase: {
      q: 'What happens when a person is deleted?',
      a: 'Login and face data are deleted immediately. Past attendance is kept anonymously, so that old totals stay right, unless you choose to delete it too. The person’s key is destroyed, which makes their face data unreadable even in old backups.',
    },
    photoTrick: {
      q: 'Can someone hold up a photo or a phone instead of their face?',
      a: 'The server checks every attendance picture for signs of a photo or a screen. If it is not sure, it can ask for a small movement, such as turning your head. No check is perfect. You can set it to always ask.',
    },
    unknown: {
      q: 'What if the system is not sure who it sees?',
      a: 'It says so and checks nobody in. A match must be close enough, and clearly closer than the next person. You can record that two people look alike, such as twins. The comparison between them is then stricter.',
    },
    noFace: {
      q: 'Does everyone have to use their face?',
      a: 'No. The office can check people in by hand, without face data. In many places people must be able to say no without a disadvantage. Check what the law requires before you start.',
    },
    cameraHttps: {
      q: 'Why does the camera work on the server but not on other devices?',
      a: 'Browsers allow the camera only on secure pages: https, or localhost on the same machine. Put Rollcall behind a web server with a certificate. docs/OPERATIONS.md shows how with Caddy and nginx. Without a public name, start it with HTTPS=local. The page /setup/certificate then helps each device.',
    },
    late: {
      q: 'When is someone late?',
      a: 'By default the day starts at 09:00, and you are on time until 09:15. After that you are late, and after 09:30 very late. An administrator can change these times. A change applies from that day on and never rewrites the past.',
    },
    rate: {
      q: 'How is the attendance rate calculated?',
      a: 'Days present divided by school days. Weekends, holidays and excused days do not count. The target line in the charts is 75%.',
    },
    password: {
      q: 'I forgot my password. What now?',
      a: 'If the sign-in page shows “Forgot your password?”, you can get a link by e-mail. Otherwise ask your administrator to set a new password. That signs you out everywhere, and you choose your own when you sign in. After several wrong attempts, sign-in pauses for a while. A browser you have signed in with before is not affected by other people’s attempts.',
    },
    seeData: {
      q: 'Who can see my attendance?',
      a: 'You, the administrators, the office, and the teachers of your classes. Nobody else can open your profile, not even by guessing its address.',
    },
    trouble: {
      q: 'My face is not recognized. What can I do?',
      a: 'Face a window or a lamp, come a little closer, look straight ahead, and make sure you are alone in the picture. If it still fails, ask the office to register your face again. Three clear photos help most. Until then, the office can check you in.',
    },
  },
};
