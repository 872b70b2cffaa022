// Search words that the pages themselves do not use, by section, so that a search for these words
// finds the section as well. A test searches for some of them.

/** The search words, by the URL of the page or section that they should find. */
export const QUESTIONS: Readonly<Record<string, string>> = {
  '/docs/quickstart':
    'get started start begin tutorial example hello world first install try demo locally',
  '/docs/quickstart#use-the-sdk':
    'php library package npm composer pip kotlin java swift android ios ruby rust go c# dotnet csharp flutter other language',
  '/docs/sdk': 'typescript javascript node npm library package client nodejs',
  '/docs/sdk-python': 'python pip django flask fastapi asyncio library package client',
  '/docs/cli': 'command line terminal cli shell debug listen tunnel localhost webhook',
  '/docs/deploy':
    'deploy host hosting self-host selfhost production server install cloudflare domain custom own dns subdomain go live without cloudflare aws docker kubernetes own servers on premise',
  '/docs/deploy#what-it-costs':
    'cost costs price prices pricing pay paid plan money fee fees charge billing expensive cheap free license licence open source much',
  '/docs/deploy#what-the-free-plan-allows': 'free plan limits cost quota trial',
  '/docs/deploy#take-it-down':
    'uninstall remove delete installation shut down stop tear down teardown destroy clean up get rid of everything',
  '/docs/deploy#dkim-spf-and-dmarc':
    'dkim spf dmarc dns record mail email spam deliverability domain sender authentication set up',
  '/docs/deploy#without-an-email-provider': 'email mail smtp sender send',
  '/docs/configure': 'environment variables settings options configuration config',
  '/docs/configure#who-is-responsible':
    'gdpr dsgvo privacy compliant compliance legal law controller processor data protection lawful consent notice dpa agreement dpa avv article 28 contract',
  '/docs/verification#test-mode':
    'test testing sandbox try fake simulate development staging mock camera without',
  '/docs/verification#errors':
    'error errors code codes status 400 401 403 404 409 429 rate limit too many requests failed broken',
  '/docs/verification#what-it-can-and-cannot-tell':
    'accurate accuracy reliable trust wrong mistake error fooled fool cheat bypass fake photo deepfake spoof precision error rates rate false acceptance rejection biased skin',
  '/docs/verification#your-sessions':
    'delete erase remove data gdpr right forgotten export list csv user customer visitor my deletion request subject request erasure dsar',
  '/docs/verification#reviews': 'manual human review appeal decide moderator',
  '/docs/verification#retake-a-session': 'retry again repeat retake',
  '/docs/verification#contest-an-estimate':
    'wrong too young complain appeal dispute contest adult refused',
  '/docs/verification#read-the-result':
    'result verdict response answer age birthday verified how old risk band risk score low medium high',
  '/docs/verification#begin-a-session':
    'create start session init api call request minimum age 18 21 change set gate 16 25 expire expires expiry valid lifetime how long session link callback url stricter strict dark mode light theme',
  '/docs/verification#the-age-margin':
    'margin threshold buffer challenge 25 too close sure strict accuracy error rates target',
  '/docs/threat-model':
    'security attack attacker spoof deepfake photo video mask bypass cheat fooled hack secure safe fake',
  '/docs/receipts':
    'proof picture pictures deleted deletion photo stored privacy delete evidence gdpr what happens photo image camera picture pictures kept keep long retention',
  '/docs/documents': 'passport id card driving licence license document ocr mrz identity',
  '/docs/documents#what-it-proves':
    'fake id card forged forgery counterfeit genuine real printed specimen',
  '/docs/documents#what-stays': 'store stored keep kept retention personal data document data',
  '/docs/face': 'face biometric biometrics recognition login second factor 2fa compare selfie',
  '/docs/face#what-is-kept': 'store stored keep kept retention biometric template data delete',
  '/docs/face#faces-that-are-not-welcome': 'block ban blacklist blocklist person exclude',
  '/docs/embed':
    'iframe embed widget popup modal dialog own page react wordpress website button mobile app native react native webview android ios frame-ancestors csp cors content security policy popup blocked',
  '/docs/webhooks': 'callback push notify notification event hook',
  '/docs/webhooks#prove-your-endpoint':
    'challenge verify endpoint pending confirm not verified slack fastapi',
  '/docs/webhooks#verify-the-signature':
    'signature secret verify hmac sign authentic invalid wrong mismatch signature',
  '/docs/webhooks#when-it-does-not-arrive':
    'missing not arrive arriving received retry retries failed lost delay resend late',
  '/docs/sign-in':
    'login oauth openid connect oidc sso sign in button account keycloak auth0 next-auth single pkce code flow authorization',
  '/docs/sign-in#libraries':
    'library next-auth passport django spring rails laravel python php java go ruby keycloak',
  '/docs/sign-in#register-a-client': 'client id secret redirect uri oauth app register',
  '/docs/sign-in#passwords-passkeys-faces':
    'passkey passkeys support supported webauthn fido fido2 passwordless password',
  '/docs/sign-in#peoples-accounts':
    'account delete my data remove user export download close profile password forgot person',
  '/docs/dashboard-api': 'console dashboard admin panel backend automate',
  '/docs/dashboard-api#keys-clients-endpoints':
    'api key keys rotate create token secret revoke leaked',
  '/docs/dashboard-api#rights':
    'role roles permission permissions member team owner developer analyst reviewer who may access two factor authentication 2fa second factor team see data',
  '/docs/dashboard-api#team-settings-usage-audit':
    'invite colleague team member user usage bill audit log history two factor authentication 2fa second factor enforce authenticator totp passkey password invoice invoices billing',
  '/docs/dashboard-api#settings':
    'logo color colour brand branding design theme name retention policy customize white label look',
  '/docs/dashboard-api#the-request-log': 'log logs requests debug history',
  '/docs/translate':
    'language languages translation translate german french locale i18n localization arabic',
  '/docs/performance':
    'fast speed slow performance latency how long time seconds scale load how long does check take duration',
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
  '/docs/verification#which-browsers-and-phones':
    'which browser browsers phone phones device devices tablet supported support compatible compatibility iphone ios android safari chrome firefox edge samsung requirements mobile webview instagram old version',
  '/docs/quickstart#three-rules':
    'callback trusted trust safe status url query tampered forged fake redirect believe secure rules',
  '/docs/which-way':
    'no camera without camera document id passport method methods choose alternative alternatives ways prove stricter which way anonymous',
  '/docs/verification#what-a-check-does':
    'how does it work camera no camera without webcam computer phone qr code steps what visitor user sees closes browser attempts',
  '/docs/contributing#set-up':
    'contribute contributing contributor pull request patch develop development run tests test suite npm test source code build',
  '/docs/contributing#the-loop': 'run tests test suite npm test dev watch format lint',
  '/docs/security#support-and-no-sla':
    'sla service level agreement uptime guarantee availability support contract help contact warranty commercial',
  '/docs/accessibility':
    'screen reader accessibility accessible wcag a11y disability disabled blind deaf keyboard contrast voiceover nvda jaws zoom aria vpat bitv eaa',
  '/docs/which-way#compared-with-a-vendor':
    'compare comparison compared alternative alternatives versus vs yoti veriff didit persona onfido jumio vendor provider competitor difference instead',
  '/docs/security#report-a-vulnerability':
    'report vulnerability security hole bug bounty disclosure responsible cve',
  '/docs/jurisdictions':
    'law laws legal country countries uk united kingdom ofcom online safety act germany german jmstv france arcom us texas utah louisiana eu australia dsa requires require required requirement jurisdiction context regulation age verification law',
  '/docs/jurisdictions#rules-that-are-applied':
    'law laws country countries uk germany france us which applied list',
  '/docs/wallets':
    'wallet wallets what is a wallet digital credential app apps eudi eu identity mdoc mdl openid4vp',
  '/docs/wallets#which-apps': 'which wallet wallets work apps eudi apple google',
  '/docs/operate#when-d1-is-away':
    'cloudflare down outage offline database unavailable incident away',
  '/docs/sign-in#keys-instead-of-a-secret-par-fapi-20': 'pkce par dpop fapi mtls private_key_jwt',
  '/docs/sign-in#what-holds':
    'log out logout sign out sign off session end single logout pkce refresh token tokens lifetime',
  '/docs/passes':
    'age pass passes what is an age pass anonymous anonymously anonymity unknown unlinkable remain privacy pass token',
  '/docs/webhooks#manage-endpoints': 'deliveries delivery see list look log resend',
  '/docs/dashboard-api#sessions-and-figures':
    'csv export download sessions list figures statistics',
  '/docs/configure#limits-and-lifetimes':
    'rate limit requests per minute how many session lifetime expire expires ttl',
  '/docs/evidence':
    'certified certificate certification audit auditor regulator proof iso error rates numbers',
  '/docs/key': 'age key keys passkey device remember returning again',
  '/docs/sso': 'single sign-on sso saml okta entra azure google workspace staff team login',
  '/docs/scim': 'scim provisioning directory groups users okta entra',
  '/docs/threat-model#what-is-not-stopped':
    'child parent borrow phone somebody else lend adult helps',
};
