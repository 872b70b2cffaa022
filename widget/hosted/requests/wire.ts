// Wire types of the API, generated from its routes by `npm run generate:wire`. Do not edit.

export type AccountOffer = {
  /** Name of the service that holds the account. */
  service: string;
  signed_in: boolean;
  /** Whether the account’s age can complete this check. */
  can_reuse: boolean;
  /** Whether no account has the result yet. */
  can_keep: boolean;
};

export type AgeSubmission = {
  age_nonce: string;
  samples: {
    /** Milliseconds since the step began. */
    t: number;
    /** Estimate in years. Present if the check stays on the device. */
    age?: number;
    yaw: number;
    pitch: number;
    /** Confidence that a face is present. */
    score: number;
  }[];
  /**
   * Time of the sample t, and base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII
   * text.
   */
  pictures?: [number, string][];
  camera?: {
    /** Whether the camera is named as virtual. */
    virtual_label: boolean;
    /** Share of frames that equal the previous frame. */
    repeated_frames: number;
    /** Coefficient of variation of the intervals between frames. */
    interval_variation: number;
  };
};

export type Challenge = {
  challenge_id: string;
  /** Nonce for picture hashes. Present if measured at the edge. */
  nonce?: string;
  actions: ('turn_left' | 'turn_right' | 'look_up' | 'look_down' | 'open_mouth' | 'come_closer')[];
  /** How far the head must turn to a side, in degrees, if further than 15. */
  aside_degrees?: number;
  /**
   * Colours for the whole screen. Present if the check is measured at the edge: three before the
   * first movement, the others after it.
   */
  light?: ('warm' | 'cyan' | 'magenta' | 'green')[];
  expires_in_ms: number;
};

export type ChallengeRequest = {
  /** Three minutes instead of one. */
  relaxed?: boolean;
  /** Gestures that this page supports besides turns and nods. Absent: none. */
  gestures?: ('open_mouth' | 'come_closer')[];
  /** Gestures that the person cannot make, excluded for this session. */
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
  /**
   * Time of the sample t, and base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII
   * text.
   */
  pictures?: [number, string][];
  /**
   * When the screen started to show each colour, on the clock of the samples. Absent if the person
   * turned the colours off.
   */
  light?: number[];
  camera?: {
    /** Whether the camera is named as virtual. */
    virtual_label: boolean;
    /** Share of frames that equal the previous frame. */
    repeated_frames: number;
    /** Coefficient of variation of the intervals between frames. */
    interval_variation: number;
  };
};

export type PassWindowView = {
  /**
   * `open`: a pass can complete the check, or passes can be issued. `over`: neither, because the
   * check has ended in another way.
   */
  state: 'open' | 'answered' | 'taken' | 'over';
  site: string;
  /** Present if an age pass can complete the check. */
  pass?: {
    min_age: number;
    /** Minimum class. `standard`: a pass of either class. */
    class: 'standard' | 'high';
    /** The oldest month that is accepted. */
    since: string;
  };
  /** Present if ten age passes can be issued, once. */
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
  /** True for a preview of unpublished texts. The page must say so. */
  preview?: true;
  /**
   * `review`: a reviewer at the site may decide, or (`awaiting_retake`) has asked for more. `done`:
   * nothing is left to do here.
   */
  step: 'consent' | 'wallet' | 'liveness' | 'age' | 'face' | 'document' | 'review' | 'done';
  /** Steps that a reviewer at the site asked to repeat. */
  review_again?: ('document' | 'movements')[];
  /** At `review`: a page that no longer has the pictures may take them again. */
  can_show_again?: true;
  site: {
    name: string;
    /** Host of `callback_url`. */
    host: string;
    /**
     * All hosts to which the visitor may return. Present if `success_url` or `failed_url` has
     * another host.
     */
    return_hosts?: string[];
    color?: string;
    /** URL of `readLogo`, or a `data:` URL if a logo is previewed. */
    logo?: string;
    /** URL for a person who cannot do what the check asks. */
    alternative_url?: string;
  };
  request: {
    purpose: 'age_verification' | 'id_verification' | 'face_check';
    /** For `face_check`: store the face, or compare it with the stored one. */
    face?: 'enroll' | 'verify';
    mode: 'auto' | 'document' | 'facial';
    /** Age gate of the session. */
    gate?: number;
  };
  privacy: {
    /** Version of the privacy notice. */
    notice: string;
    /** Data controller of this check. */
    controller: string;
    /** Operator of the service. */
    operator: string;
    /** Retention period of the result. */
    retention_days: number;
    /** Path of the notice, with the customer’s part. */
    path: string;
    /** Scopes of the consent: everything that may be pictured. */
    scopes: ('face' | 'document')[];
    /** Document fields that the site receives. Absent: none. */
    document_fields?: ('name' | 'birth_year' | 'document_number_hash')[];
    /** Further use of the face by the site. Absent: none. */
    faces?: {
      compared?: true;
      kept_days?: number;
      site: string;
      use?: 'enroll' | 'verify';
      contact?: string;
    };
  };
  theme: 'light' | 'dark' | 'system';
  /** Language that the customer requested. Absent: the browser’s language. */
  locale?: string;
  attempts_left: {
    liveness: number;
    age: number;
    /** Present if the document step is still ahead. */
    document?: number;
  };
  /** Document check. `may`: if the age stays unclear. Absent: never. */
  document_need?: 'may' | 'will';
  /** Document to present at the step `document`. */
  document?: {
    /** Single-use identifier of this attempt. */
    nonce: string;
    /** Accepted types. */
    allowed: ('passport' | 'id_card' | 'residence_permit' | 'drivers_license')[];
    /** Likely country for preselection. ISO 3166-1 alpha-2. */
    country?: string;
    /** True if only one continuous camera take counts, no files. */
    take_required?: true;
    /**
     * Times of the small pictures to send. Present once the page has committed; empty without a
     * take.
     */
    times?: number[];
  };
  /** Present while a wallet can be used in this session. */
  wallet?: {
    /** Age that the wallet is asked to prove. */
    gate: number;
    /**
     * `eu_av`: age attestation of the European Union. `mdl`: mobile driving licence. `pid`:
     * identity card in a wallet of the European Union. `pid_de`: identity card in Germany’s wallet.
     */
    credentials: ('eu_av' | 'mdl' | 'pid' | 'pid_de')[];
    answers_left: number;
    /** True if no other method is available. */
    alone?: true;
    /** True if an app on this device has answered and will lead back to the page. */
    awaits_return?: true;
    /** Why the last answer proved nothing. Present for test sessions only. */
    refusal?: {
      code: string;
      reason?: string;
      /** Session transcript of the service, hexadecimal. */
      transcript?: string;
      /** Expected `aud` of an SD-JWT VC. */
      audience?: string;
      /** Subject of the certificate. */
      certificate?: string;
      digest?: string;
    };
  };
  /** Methods in the order in which the page offers them. */
  ways?: {
    /** All methods that this session accepts, whether or not the visitor can use them. */
    order: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    /** The chosen one of the two methods, if a document may be presented without an estimate. */
    chosen?: 'face' | 'document';
  };
  /** Present if an age pass can complete the check. */
  pass?: {
    min_age: number;
    /** Minimum class. `standard`: a pass of either class. */
    class: 'standard' | 'high';
    /** The oldest month that is accepted. */
    since: string;
  };
  /** Present if ten age passes can be issued, once. */
  passes?: { bracket: string; class: 'standard' | 'high' };
  /** Present if an age key can be used, created or deleted. */
  key?: {
    /**
     * `use`: a key can complete this check. `make`: this check allows the creation of a key.
     * `forget`: a key was created or has completed the check.
     */
    act: 'make' | 'use' | 'forget';
    /** Age that the key states, or the minimum it must state. */
    age: number;
  };
  /** Role of this browser. A phone joined by a hand-off link. */
  device: 'computer' | 'phone';
  /** Whether this device may act now. */
  active: boolean;
  handoff?: {
    state: 'offered' | 'joined' | 'confirmed';
    /** Four digits to type on the phone. Sent to the computer only. */
    code?: string;
    /** Remaining attempts to enter the code. */
    tries_left: number;
    computer: string;
    offered_ms_ago: number;
  };
  extensions_left: number;
  /** Single-use identifier of this age attempt. */
  age_nonce?: string;
  /** Place of measurement. Absent: `device`. */
  measured?: 'device' | 'edge';
  /** True if the site rejects checks with inconclusive screen light. */
  light_required?: true;
  /** Pictures that the page committed to and must send now. */
  reveal?: {
    step: 'liveness' | 'age' | 'face';
    /** When the pictures to send were taken, in ms. */
    times: number[];
    due_in_ms: number;
  };
  /** Why the last attempt did not count, in actionable terms. */
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
    /** Contact for questions. No further details are given. */
    incomplete?: { contact?: string };
    return_url: string;
    /** True if a deletion receipt can be downloaded. */
    receipt?: true;
    /** True if a document may be presented instead of the estimate. */
    can_contest?: true;
  };
  /**
   * Present at `consent` if the service also uses Cloudflare Turnstile to check for a real browser.
   */
  witness?: {
    site_key: string;
    /** URL of Turnstile, for explicit rendering. */
    script: string;
    /** Turnstile `action`; `cData` is the session’s `id`. */
    action: string;
  };
  expires_in_ms: number;
};

export type WalletOffer = {
  /** `digital.requests` for `navigator.credentials.get`. */
  requests: {
    protocol: 'org-iso-mdoc' | 'openid4vp-v1-signed' | 'openid4vp-v1-unsigned';
    data: Record<string, unknown>;
  }[];
  links: { av?: string; openid4vp?: string; encrypted?: string };
  expires_in_ms: number;
};

export type WalletWish = {
  credential: 'eu_av' | 'mdl' | 'pid' | 'pid_de';
  /** Age from the view. */
  gate: number;
  /**
   * `browser`: W3C Digital Credentials. `same_device`: a link to an app. `other_device`: a code to
   * scan.
   */
  way: 'browser' | 'same_device' | 'other_device';
};
