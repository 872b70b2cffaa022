// `npm run bench -- NAME [options]` runs the benchmark bench/NAME/main.ts with the options after
// its name. Without a name, it lists all benchmarks.
import { argv } from 'node:process';

/** What each benchmark measures. To add a benchmark, add its program and a line here. */
const BENCHES: Readonly<Record<string, string>> = {
  accounts: 'how much room accounts and their sign-ins take in D1, by filled tables',
  backup: 'how long backup, restore and doctor take with 1,000,000 sessions',
  bent: 'whether a classifier tells turned heads from bent photographs, on photographs and films',
  cost: 'what a check, a document, a wallet answer and a sign-in are billed for, and what that costs',
  documents: 'how many codes of documents are read before a simulated camera, and what it costs',
  evidence: 'what might tell pictures of a head from pictures made of one, on films and forgers',
  face: 'what measuring a check costs in the face Worker, and how well it tells people apart',
  far: 'how long sign-ins take from five places of the world',
  films: "how many movements of real people, by their films, today's rules accept",
  forge: 'how many checks attackers pass over HTTP, each of whom knows the rules',
  growth: 'where the service breaks as it grows: sizes, pages and rates of a million checks a day',
  lists: 'the CPU of every list, search and count with 1,000,000 rows in each table',
  nightly: 'what each step of both schedules costs with 1,000,000 sessions',
  oauth: 'the endpoints of sign-in beside three other providers, by one load generator',
  page: 'how soon pages can be used, how long a check takes, and what memory it takes',
  pairs: 'how well faces are distinguished on a folder of labelled people, by group',
  passes: 'what signing ten age passes and spending one cost',
  'side-light':
    'whether light from one side of a screen tells a head from a tint, on films that are relit',
  soak: 'how the memory of the service develops under half an hour of light load',
  verdict: 'how many honest people and attackers pass, as clips',
  wallet: 'what judging an answer of a wallet costs, by protocol and credential',
};

const [name = '', ...options] = argv.slice(2);
if (name === '--help' || options.includes('--help')) {
  explain(console.log);
} else if (Object.hasOwn(BENCHES, name)) {
  argv.splice(2, argv.length, ...options);
  await import(`./${name}/main.ts`);
} else {
  if (name !== '') console.error(`There is no bench "${name}".\n`);
  explain(console.error);
  process.exitCode = 2;
}

function explain(print: (line: string) => void): void {
  print('Usage: npm run bench -- NAME [options]\n');
  for (const [one, measures] of Object.entries(BENCHES)) print(`  ${one.padEnd(10)} ${measures}`);
  print('\nThe options of a benchmark are listed at the head of bench/NAME/main.ts.');
}
