// Questions in words that the pages do not use, by section: the search also finds a section by its
// questions. A test searches for some of them.

/** By address. */
export const QUESTIONS: Readonly<Record<string, string>> = {
  '/docs/quickstart':
    'get started start begin tutorial example hello world first install try demo locally',
  '/docs/quickstart#use-the-sdk': 'php library package npm composer pip',
  '/docs/sdk': 'typescript javascript node npm library package client nodejs',
  '/docs/sdk-python': 'python pip django flask fastapi asyncio library package client',
  '/docs/cli': 'command line terminal cli shell debug listen tunnel localhost webhook',
  '/docs/deploy':
    'deploy host hosting self-host selfhost production server install cloudflare domain custom own dns subdomain go live',
  '/docs/deploy#what-it-costs':
    'cost costs price prices pricing pay paid plan money fee fees charge billing expensive cheap free license licence open source much',
  '/docs/deploy#what-the-free-plan-allows': 'free plan limits cost quota trial',
  '/docs/deploy#without-an-email-provider': 'email mail smtp sender send',
  '/docs/configure': 'environment variables settings options configuration config',
  '/docs/configure#who-is-responsible':
    'gdpr dsgvo privacy compliant compliance legal law controller processor data protection lawful consent notice dpa',
  '/docs/verification#test-mode':
    'test testing sandbox try fake simulate development staging mock camera without',
  '/docs/verification#errors':
    'error errors code codes status 400 401 403 404 409 429 rate limit too many requests failed broken',
  '/docs/verification#what-it-can-and-cannot-tell':
    'accurate accuracy reliable trust wrong mistake error fooled fool cheat bypass fake photo deepfake spoof precision',
  '/docs/verification#your-sessions':
    'delete erase remove data gdpr right forgotten export list csv user customer visitor my',
  '/docs/verification#reviews': 'manual human review appeal decide moderator',
  '/docs/verification#retake-a-session': 'retry again repeat retake',
  '/docs/verification#contest-an-estimate':
    'wrong too young complain appeal dispute contest adult refused',
  '/docs/verification#read-the-result':
    'result verdict response answer age birthday verified how old',
  '/docs/verification#begin-a-session':
    'create start session init api call request minimum age 18 21',
  '/docs/verification#the-age-margin':
    'margin threshold buffer challenge 25 too close sure strict accuracy',
  '/docs/threat-model':
    'security attack attacker spoof deepfake photo video mask bypass cheat fooled hack secure safe fake',
  '/docs/receipts':
    'proof picture pictures deleted deletion photo stored privacy delete evidence gdpr',
  '/docs/documents': 'passport id card driving licence license document ocr mrz identity',
  '/docs/documents#what-stays': 'store stored keep kept retention personal data document data',
  '/docs/face': 'face biometric biometrics recognition login second factor 2fa compare selfie',
  '/docs/face#what-is-kept': 'store stored keep kept retention biometric template data delete',
  '/docs/face#faces-that-are-not-welcome': 'block ban blacklist blocklist person exclude',
  '/docs/embed': 'iframe embed widget popup modal dialog own page react wordpress website button',
  '/docs/webhooks': 'callback push notify notification event hook',
  '/docs/webhooks#prove-your-endpoint':
    'challenge verify endpoint pending confirm not verified slack fastapi',
  '/docs/webhooks#verify-the-signature': 'signature secret verify hmac sign authentic',
  '/docs/webhooks#when-it-does-not-arrive':
    'missing not arrive arriving received retry retries failed lost delay resend late',
  '/docs/sign-in':
    'login oauth openid connect oidc sso sign in button account keycloak auth0 next-auth single',
  '/docs/sign-in#libraries':
    'library next-auth passport django spring rails laravel python php java go ruby keycloak',
  '/docs/sign-in#register-a-client': 'client id secret redirect uri oauth app register',
  '/docs/sign-in#peoples-accounts':
    'account delete my data remove user export download close profile password forgot person',
  '/docs/dashboard-api': 'console dashboard admin panel backend automate',
  '/docs/dashboard-api#keys-clients-endpoints':
    'api key keys rotate create token secret revoke leaked',
  '/docs/dashboard-api#rights':
    'role roles permission permissions member team owner developer analyst reviewer who may access',
  '/docs/dashboard-api#team-settings-usage-audit':
    'invite colleague team member user usage bill audit log history',
  '/docs/dashboard-api#settings':
    'logo color colour brand branding design theme name retention policy customize white label look',
  '/docs/dashboard-api#the-request-log': 'log logs requests debug history',
  '/docs/translate':
    'language languages translation translate german french locale i18n localization arabic',
  '/docs/performance': 'fast speed slow performance latency how long time seconds scale load',
  '/docs/capacity':
    'scale scaling limit limits how many users checks day large big grow growth full 10 gb storage capacity million',
  '/docs/capacity#what-fails-first': 'full database bottleneck break overload storage degraded',
  '/docs/recover': 'backup restore disaster recovery rollback move migrate export database',
  '/docs/operate': 'operator admin maintain maintenance run',
  '/docs/operate#the-first-operator':
    'lost authenticator second factor 2fa locked out operator admin password superadmin reset',
  '/docs/operate#health': 'monitor monitoring uptime status alert health down',
  '/docs/operate#what-runs-by-itself': 'cron schedule schedules job nightly daily cleanup',
  '/docs/operate#customers': 'tenant customer suspend create plan',
};
