// The members of a session's record that an erasure removes. A new member of the record must be
// classified here.
import { expect, it } from 'vitest';
import {
  withoutPerson,
  type SessionRecord,
} from '../../../../../src/domain/verification/rules/session/session.ts';

/** `T` with every optional member required, at every depth. */
type Filled<T> = T extends readonly unknown[] | string | number | boolean
  ? T
  : { [K in keyof T]-?: Filled<Exclude<T[K], undefined>> };

const HASH = 'f'.repeat(64);
const ATTEMPT = { hash: HASH, untilMs: 1 };
const ROW = { t: 1, hash: HASH };
const TAKE = {
  name: HASH,
  parts: { frame_1: ROW, frame_2: ROW, page: ROW, front: ROW },
  drawn: [],
};
const REVEAL = {
  step: 'liveness',
  nonce: 'n',
  pictures: [],
  light: [],
  seen: [],
  untilMs: 1,
  uploads: 0,
  nextNonce: 'm',
} as const;

const KEY = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' } as const;
const OFFER = {
  protocols: [],
  asked: {
    credential: 'eu_av',
    docType: 'eu.europa.ec.av.1',
    namespace: 'eu.europa.ec.av.1',
    element: 'age_over_18',
  },
  gate: 18,
  nonce: 'n',
  state: 's',
  origin: 'o',
  responseUri: 'r',
  encryptionInfo: 'e',
  hpkeKey: KEY,
  jweKey: KEY,
  expiresAtMs: 1,
  answeredAtMs: 1,
} as const;
const FACTS = {
  credential: 'eu_av',
  element: 'age_over_18',
  value: true,
  anchorId: 'wan_1',
  issuer: 'CN',
  issuerCountry: 'NL',
  validUntilMs: 1,
  deviceKeyHash: HASH,
  status: { uri: 'u', index: 1 },
} as const;
const DETAILS = { reason: 'r', transcript: 't', audience: 'a', certificate: 'c', digest: 'd' };

const FULL: Filled<SessionRecord> = {
  id: HASH,
  test: false,
  tenant: {
    id: 'ten_1',
    name: 'Shop',
    residency: 'eu',
    color: '#123456',
    logoHash: HASH,
    logo: 'data:',
    alternativeUrl: 'https://shop.example/other',
    contact: 'mailto:help@shop.example',
    controllerName: 'Shop Ltd',
    preview: { privacyUrl: null },
    embedOrigins: [],
    ageMarginYears: 7,
    retentionDays: 30,
    agesDistrusted: true,
    countsLeaving: true,
  },
  request: {
    callbackUrl: 'https://shop.example/back',
    successUrl: 'https://shop.example/ok',
    failedUrl: 'https://shop.example/no',
    gate: 18,
    thresholds: [],
    purpose: 'age_verification',
    face: { use: 'verify', callbackToken: 't' },
    mode: 'auto',
    difficulty: 'easy',
    userId: 'ada',
    metadata: 'order 7',
    theme: 'light',
    locale: 'en',
    accept: {
      methods: [],
      maxProofAgeDays: 1,
      recheck: [],
      minAssurance: 'edge',
      livenessLevel: 'strict',
      order: [],
      ownerFace: true,
      byWalletAlone: true,
    },
  },
  asked: {
    mode: 'auto',
    locale: 'en',
    theme: 'light',
    accept: {
      methods: [],
      maxProofAgeDays: 1,
      recheck: [],
      minAssurance: 'edge',
      livenessLevel: 'strict',
      order: [],
    },
    context: 'general',
    jurisdiction: 'DE',
  },
  law: {
    policy: {
      jurisdiction: 'DE',
      context: 'general',
      version: HASH,
      rules: [],
      perAccess: true,
      missing: [],
    },
    byCountry: {
      plans: [],
      elsewhere: { context: 'general', version: HASH, rules: [], perAccess: true, missing: [] },
    },
  },
  offer: {
    measured: 'edge',
    serviceMarginYears: 7,
    headLines: { id: HASH, lines: [{ gate: 18, years: 7, score: 0.1 }] },
    documents: { allowed: [], stepUp: true, fields: [], numberKey: 'k' },
    wallet: { gate: 18, credentials: [] },
    faces: { isCompared: true, keptDays: 1 },
    reviews: { secondPerson: true },
  },
  chain: {
    previous: { id: HASH, resultHash: HASH, place: 1, hadVerdict: true },
    successor: { id: HASH, initHash: HASH, contested: true },
    contested: true,
  },
  secrets: {
    initHash: HASH,
    resultHash: HASH,
    browserHash: HASH,
    openerHash: HASH,
    opening: ATTEMPT,
  },
  visitor: {
    nextBracketYear: 2027,
    ipCountry: 'DE',
    seen: { language: 'de', device: 'phone' },
    attempts: { of: HASH, cap: 3, endsAtBelow: true, residency: 'eu' },
    kept: { by: HASH, atMs: 1 },
    given: { bodyHash: HASH, atMs: 1 },
    ageKey: { challenges: [], made: { answerHash: HASH, atMs: 1 } },
  },
  handoff: {
    tokenId: HASH,
    code: '1234',
    wrongCodes: [],
    computer: 'Chrome, Windows',
    country: 'DE',
    offeredAtMs: 1,
    phoneHash: HASH,
    joining: ATTEMPT,
    state: 'confirmed',
  },
  consent: {
    notice: '5',
    atMs: 1,
    scopes: [],
    fields: [],
    faces: { isCompared: true, keptDays: 1 },
  },
  state: { status: 'success' },
  current: {
    challenge: {
      id: 'c',
      nonce: 'n',
      actions: [],
      asideDegrees: 25,
      light: [],
      issuedAtMs: 1,
      lifetimeMs: 1,
    },
    frontal: { nonce: 'n', startedAtMs: 1 },
    document: { nonce: 'n', uploads: 1, sinceMs: 1, take: TAKE, taken: ATTEMPT },
    wallet: {
      way: 'same_device',
      offer: { ...OFFER, protocols: [] },
      linkHash: HASH,
      shown: { facts: FACTS, codeHash: HASH },
    },
    reveal: { ...REVEAL, asideDegrees: 25, pictures: [], seen: [] },
    problem: 'no_face',
  },
  steps: {
    liveness: {
      failures: 1,
      challengesIssued: 1,
      declined: [],
      faceNeverSeen: false,
      orders: [],
      curves: [],
      bent: [],
    },
    age: {
      failures: 1,
      isJudged: true,
      shown: [],
      isSteppedUp: true,
      isDocumentChosen: true,
      provenMarginYears: 7,
      metThreshold: 18,
      byAccount: true,
    },
    document: {
      failures: 1,
      answered: { nonce: 'n', hash: HASH },
      hasDoubtfulPortrait: true,
    },
    wallet: {
      refusals: 1,
      last: { code: 'expired', details: DETAILS },
      proven: { credential: 'eu_av', issuerCountry: 'NL' },
    },
    pass: {
      shownAtMs: [],
      proven: { bracket: 18, passClass: 'high', month: '2030-11' },
      windowHash: HASH,
    },
    key: {
      shownAtMs: [],
      proven: { bracket: 18, passClass: 'high', month: '2030-11', refills: true },
    },
    review: {
      reason: 'face_mismatch',
      round: 1,
      shown: 1,
      uploads: 1,
      requestedAtMs: 1,
      approvedBy: [],
      decisions: [],
      lastDecision: { by: 7, decision: '{}' },
      again: [],
      isReminded: true,
      isSettled: true,
    },
  },
  checks: { liveness: true, age: true, document: true, faceMatch: true, wallet: true },
  signals: {
    camera: 'low',
    lacksBetween: true,
    looksBent: true,
    lacksTake: true,
    light: { verdict: 'answers', contradictions: 0 },
    refusals: [],
    copies: [],
    unwitnessed: true,
    isCameraReported: true,
    deviceChange: { isAbroad: true },
  },
  received: {
    pictures: { policy: '1', models: [], received: [] },
    kept: [{ hashes: [], sinceMs: 1, untilMs: 2, droppedAtMs: 2 }],
    document: { type: 'passport', country: 'UTO' },
    faceUntilMs: 1,
  },
  funnel: [],
  times: { createdAtMs: 1, initExpiresAtMs: 2, expiresAtMs: 3, extensions: 1 },
  end: { atMs: 2, reason: 'test_mode' },
  notices: { version: 3, told: 3, toldBefore: 2 },
};

/** Lists the members of a record, two levels deep, or three levels within its steps. */
function membersOf(value: object, depth: number, path = ''): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const isLeaf = depth === 0 || typeof member !== 'object' || Array.isArray(member);
    const deeper = name === 'steps' ? depth : depth - 1;
    return isLeaf ? [path + name] : membersOf(member ?? {}, deeper, `${path}${name}.`);
  });
}

const GONE = `
  request.userId request.metadata asked.jurisdiction law.policy law.byCountry
  visitor.ipCountry visitor.seen visitor.attempts visitor.kept visitor.nextBracketYear
  handoff.tokenId handoff.code handoff.wrongCodes handoff.computer handoff.country
  handoff.offeredAtMs handoff.phoneHash handoff.joining handoff.state
  steps.liveness.curves steps.liveness.bent steps.liveness.declined
  steps.review.reason steps.review.round steps.review.shown steps.review.uploads
  steps.review.requestedAtMs steps.review.approvedBy steps.review.decisions steps.review.again
  steps.review.isReminded steps.review.isSettled steps.review.lastDecision
  received.pictures received.document received.faceUntilMs
  steps.wallet.refusals steps.wallet.last steps.wallet.proven
  steps.pass.proven steps.pass.shownAtMs steps.pass.windowHash visitor.given
  steps.key.proven steps.key.shownAtMs visitor.ageKey
`;

const KEPT = `
  id test
  tenant.id tenant.name tenant.residency tenant.color tenant.logoHash tenant.logo tenant.alternativeUrl
  tenant.contact tenant.controllerName tenant.preview tenant.embedOrigins tenant.ageMarginYears
  tenant.retentionDays tenant.agesDistrusted tenant.countsLeaving
  request.callbackUrl request.successUrl request.failedUrl request.gate request.thresholds
  request.purpose request.face request.mode request.difficulty request.theme request.locale
  request.accept
  asked.mode asked.locale asked.theme asked.accept asked.context
  offer.measured offer.serviceMarginYears offer.headLines offer.documents offer.faces offer.reviews
  offer.wallet
  chain.previous chain.successor chain.contested
  secrets.initHash secrets.resultHash secrets.browserHash secrets.openerHash secrets.opening
  consent.notice consent.atMs consent.scopes consent.fields consent.faces
  state.status
  current.challenge current.frontal current.document current.reveal current.problem
  current.wallet
  steps.liveness.failures steps.liveness.challengesIssued steps.liveness.faceNeverSeen
  steps.liveness.orders
  steps.age.failures steps.age.isJudged steps.age.shown steps.age.isSteppedUp steps.age.isDocumentChosen
  steps.age.provenMarginYears steps.age.metThreshold steps.age.byAccount
  steps.document.failures steps.document.answered steps.document.hasDoubtfulPortrait
  checks.liveness checks.age checks.document checks.faceMatch checks.wallet
  signals.camera signals.lacksBetween signals.looksBent signals.light signals.refusals signals.copies signals.deviceChange
  signals.lacksTake signals.unwitnessed signals.isCameraReported
  received.kept
  funnel
  times.createdAtMs times.initExpiresAtMs times.expiresAtMs times.extensions
  end.atMs end.reason
  notices.version notices.told notices.toldBefore
`;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/).toSorted();

it('removes personal data, and keeps outcome, times, checks and signals', () => {
  const left = withoutPerson(FULL);
  const [before, after] = [membersOf(FULL, 1), membersOf(left, 1)];
  expect(after.toSorted()).toEqual(wordsOf(KEPT));
  expect(before.filter((name) => !after.includes(name)).toSorted()).toEqual(wordsOf(GONE));
  // The list of kept pictures remains, but is empty.
  expect(left.received).toEqual({ kept: [] });
  expect(left.visitor).toEqual({});
});
