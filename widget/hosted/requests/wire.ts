// The wire types of the API, made from its routes: run `npm run generate:wire`, do not edit.

export type AccountOffer = {
  /** Whose account it is: the name of this service. */
  service: string;
  signed_in: boolean;
  /** The account’s age reaches the gate. */
  can_reuse: boolean;
  /** The result is in no account yet. */
  can_keep: boolean;
};

export type AgeSubmission = {
  age_nonce: string;
  samples: {
    /** Milliseconds since the step began. */
    t: number;
    /** Estimate of this frame, in years, where the check stays on the device. */
    age?: number;
    yaw: number;
    pitch: number;
    /** Confidence that a face is there. */
    score: number;
  }[];
  /** Time of the sample, and base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text. */
  pictures?: [number, string][];
  camera?: {
    /** The camera’s name is that of software. */
    virtual_label: boolean;
    /** Share of frames that equal the one before. */
    repeated_frames: number;
    /** Coefficient of variation of the times between frames. */
    interval_variation: number;
  };
};

export type Challenge = {
  challenge_id: string;
  /** For the hashes of pictures, where the check is measured at the edge. */
  nonce?: string;
  actions: ('turn_left' | 'turn_right' | 'look_up' | 'look_down' | 'open_mouth' | 'come_closer')[];
  /** Colours for the whole screen, where the check is measured at the edge: three before the first movement, the others after it. */
  light?: ('warm' | 'cyan' | 'magenta' | 'green')[];
  expires_in_ms: number;
};

export type ChallengeRequest = {
  /** Three minutes instead of one. */
  relaxed?: boolean;
  /** What this page can guide through beside turns and nods. Absent: nothing. */
  gestures?: ('open_mouth' | 'come_closer')[];
  /** What the person cannot do: it is not asked for again in this session. */
  without?: ('open_mouth' | 'come_closer')[];
};

export type ContestLink = {
  /** Opens in this browser only. */
  verify_url: string;
};

export type HandoffLink = { url: string; code: string; expires_in_ms: number };

export type LivenessSubmission = {
  challenge_id: string;
  samples: [number, number, number, number, number, number, number, number?][];
  /** Time of the sample, and base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text. */
  pictures?: [number, string][];
  /** When the screen began to show each colour, on the clock of the samples. Absent: it did not, as a person asked. */
  light?: number[];
  camera?: {
    /** The camera’s name is that of software. */
    virtual_label: boolean;
    /** Share of frames that equal the one before. */
    repeated_frames: number;
    /** Coefficient of variation of the times between frames. */
    interval_variation: number;
  };
};

export type PassWindowView = {
  /** `open`: a pass answers, or passes can be taken. `over`: neither, since the check has ended otherwise. */
  state: 'open' | 'answered' | 'taken' | 'over';
  site: string;
  /** An age pass can answer. */
  pass?: {
    min_age: number;
    /** `standard`: a pass of either class. */
    class: 'standard' | 'high';
    /** The oldest month that is taken. */
    since: string;
  };
  /** Ten age passes can be taken, once. */
  passes?: { bracket: string; class: 'standard' | 'high' };
};

export type SandboxBody = {
  outcome:
    | 'success'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'pending_tenant_review'
    | 'awaiting_retake';
  reason?: string;
};

export type SessionView = {
  id: string;
  status:
    | 'in_progress'
    | 'pending_tenant_review'
    | 'awaiting_retake'
    | 'success'
    | 'failed'
    | 'canceled'
    | 'expired';
  test: boolean;
  /** A member tries texts that are not published: the page has to say so. */
  preview?: true;
  /** `review`: a person at the site may decide, or (`awaiting_retake`) has asked to see more. `done`: nothing is left to do here. */
  step: 'consent' | 'wallet' | 'liveness' | 'age' | 'face' | 'document' | 'review' | 'done';
  /** What a person at the site asked to see again. */
  review_again?: ('document' | 'movements')[];
  /** At `review`: a page without the pictures may take the document again. */
  can_show_again?: true;
  site: {
    name: string;
    /** Host of `callback_url`. */
    host: string;
    /** All hosts the visitor may return to, where `success_url` or `failed_url` is on another one. */
    return_hosts?: string[];
    color?: string;
    /** Where `readLogo` serves it; a data: URL in a session that tries a logo. */
    logo?: string;
    /** Where a person goes who cannot do what the check asks. */
    alternative_url?: string;
  };
  request: {
    purpose: 'age_verification' | 'id_verification' | 'face_check';
    /** Of a `face_check`: whether the face is kept, or compared with one that is. */
    face?: 'enroll' | 'verify';
    mode: 'auto' | 'document' | 'facial';
    /** The age asked for. */
    gate?: number;
  };
  privacy: {
    /** Version of the privacy notice. */
    notice: string;
    /** Who decides about this check. */
    controller: string;
    /** Who runs it. */
    operator: string;
    /** How long the result is kept. */
    retention_days: number;
    /** The notice, with the tenant’s part. */
    path: string;
    /** What the person is asked to agree to: everything of which this session may ask for pictures. */
    scopes: ('face' | 'document')[];
    /** What the site receives of the document. Absent: nothing. */
    document_fields?: ('name' | 'birth_year' | 'document_number_hash')[];
    /** What the site does with the face beyond this check. Absent: nothing. */
    faces?: {
      compared?: true;
      kept_days?: number;
      site: string;
      use?: 'enroll' | 'verify';
      contact?: string;
    };
  };
  theme: 'light' | 'dark' | 'system';
  /** The language the tenant asked for; without it the browser’s own. */
  locale?: string;
  attempts_left: {
    liveness: number;
    age: number;
    /** Once the step with the document is ahead. */
    document?: number;
  };
  /** Whether a document is asked for: `may` only where the age stays unclear. Absent: never. */
  document_need?: 'may' | 'will';
  /** What to show, at the step `document`. */
  document?: {
    /** Single use; names this attempt. */
    nonce: string;
    /** What the site takes. */
    allowed: ('passport' | 'id_card' | 'residence_permit' | 'drivers_license')[];
    /** Where the visitor seems to be, to choose from. ISO 3166-1 alpha-2. */
    country?: string;
    /** Only what was shown to the camera in one take counts, and no file. */
    take_required?: true;
    /** Once the page has committed itself: of the small pictures to send. None: it showed no take. */
    times?: number[];
  };
  /** While a wallet can be asked. Absent: not by this session, or not now. */
  wallet?: {
    /** The age that a wallet is asked about. */
    gate: number;
    /** `eu_av`: the age attestation of the European Union. `mdl`: a mobile driving licence. `pid`, `pid_de`: an identity card in a wallet of the European Union, and Germany’s. */
    credentials: ('eu_av' | 'mdl' | 'pid' | 'pid_de')[];
    answers_left: number;
    /** There is no other way. */
    alone?: true;
    /** An app on this device has answered; it leads back to the page. */
    awaits_return?: true;
    /** Why the last answer proved nothing. Of test sessions only. */
    refusal?: {
      code: string;
      reason?: string;
      /** As we made it, hexadecimal. */
      transcript?: string;
      /** Of an SD-JWT VC, what `aud` has to be. */
      audience?: string;
      /** Its subject. */
      certificate?: string;
      digest?: string;
    };
  };
  /** The ways to answer, in the order in which the page offers them. */
  ways?: {
    /** All that this session takes, whether or not the visitor has it. */
    order: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    /** A document may be shown at once: which of the two is chosen. */
    chosen?: 'face' | 'document';
  };
  /** An age pass can answer. */
  pass?: {
    min_age: number;
    /** `standard`: a pass of either class. */
    class: 'standard' | 'high';
    /** The oldest month that is taken. */
    since: string;
  };
  /** Ten age passes can be taken, once. */
  passes?: { bracket: string; class: 'standard' | 'high' };
  /** An age key can be used, made or forgotten. */
  key?: {
    /** `use`: one answers this check. `make`: this check lets one be made. `forget`: one was made or has answered. */
    act: 'make' | 'use' | 'forget';
    /** What the key says, or has to say at least. */
    age: number;
  };
  /** Which of the session’s browsers this is. A phone came by a hand-off link. */
  device: 'computer' | 'phone';
  /** Whether it is this device’s turn. */
  active: boolean;
  handoff?: {
    state: 'offered' | 'joined' | 'confirmed';
    /** Four digits, to the computer only: to be typed on the phone. */
    code?: string;
    /** How many codes the phone may still type. */
    tries_left: number;
    computer: string;
    offered_ms_ago: number;
  };
  extensions_left: number;
  /** Single use; names this age attempt. */
  age_nonce?: string;
  /** Where the check is measured. Absent: `device`. */
  measured?: 'device' | 'edge';
  /** The site takes no check of which the light of the screen tells nothing. */
  light_required?: true;
  /** Pictures that were committed to and are wanted now. */
  reveal?: {
    step: 'liveness' | 'age' | 'face';
    /** Of the pictures to send. */
    times: number[];
    due_in_ms: number;
  };
  /** Why the last attempt did not count, as a person can act on it. */
  problem?:
    | 'no_face'
    | 'movement_not_seen'
    | 'wrong_movement'
    | 'too_fast'
    | 'timed_out'
    | 'light_unclear'
    | 'pictures_late'
    | 'not_accepted'
    | 'age_unclear'
    | 'document_unclear'
    | 'document_not_accepted'
    | 'document_expired'
    | 'document_birth_date'
    | 'document_not_live'
    | 'front_not_a_document'
    | 'front_unclear'
    | 'front_unread'
    | 'portrait_unclear'
    | 'portrait_differs'
    | 'face_unclear'
    | 'wallet_declined'
    | 'wallet_untrusted'
    | 'wallet_expired'
    | 'wallet_not_accepted';
  outcome?: {
    status: 'success' | 'failed' | 'canceled' | 'expired' | 'pending_tenant_review';
    reason?: string;
    /** It says no more than that: whom to ask. */
    incomplete?: { contact?: string };
    return_url: string;
    /** There is a deletion receipt to save. */
    receipt?: true;
    /** A document may be shown in place of the estimate. */
    can_contest?: true;
  };
  /** At `consent`, where the service also asks Cloudflare Turnstile whether a browser is there. */
  witness?: {
    site_key: string;
    /** Turnstile’s own, to be rendered explicitly. */
    script: string;
    /** Its `action`; `cData` is the session’s `id`. */
    action: string;
  };
  expires_in_ms: number;
};

export type WalletOffer = {
  /** `digital.requests` of `navigator.credentials.get`. */
  requests: {
    protocol: 'org-iso-mdoc' | 'openid4vp-v1-signed' | 'openid4vp-v1-unsigned';
    data: Record<string, unknown>;
  }[];
  links: { av?: string; openid4vp?: string; encrypted?: string };
  expires_in_ms: number;
};

export type WalletWish = {
  credential: 'eu_av' | 'mdl' | 'pid' | 'pid_de';
  /** That of the view. */
  gate: number;
  /** `browser`: by W3C Digital Credentials. `same_device`: a link to an app. `other_device`: a code to scan. */
  way: 'browser' | 'same_device' | 'other_device';
};
