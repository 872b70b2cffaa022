// Made by `npm run generate:console` from the description db499da612332e3f; do not edit.
export interface paths {
    "/dashboard/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardVerifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardResendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/verify-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardShowVerifyPage"];
        put?: never;
        post: operations["dashboardSubmitVerifyPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/2fa/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardAnswerChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/2fa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardSetUpTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardEnableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/2fa/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardDisableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/2fa/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadTwoFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/2fa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRenewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardForgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/reset-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardShowResetPage"];
        put?: never;
        post: operations["dashboardSubmitResetPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/passkey/authenticate/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardBeginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/passkey/authenticate/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardFinishPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/passkey/register/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardBeginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/passkey/register/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardFinishPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dashboardRemovePasskey"];
        options?: never;
        head?: never;
        patch: operations["dashboardRenamePasskey"];
        trace?: never;
    };
    "/dashboard/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardLogoutAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dashboardEndOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListInvitations"];
        put?: never;
        post: operations["dashboardInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dashboardRevokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardAcceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/auth/invitation-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardShowInvitationPage"];
        put?: never;
        post: operations["dashboardSubmitInvitationPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/team/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadMember"];
        put?: never;
        post?: never;
        delete: operations["dashboardRemoveMember"];
        options?: never;
        head?: never;
        patch: operations["dashboardChangeMember"];
        trace?: never;
    };
    "/dashboard/v1/members/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListSessionsOfMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/members/{id}/force-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardForceLogoutOfMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListApiKeys"];
        put?: never;
        post: operations["dashboardCreateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadApiKey"];
        put?: never;
        post?: never;
        delete: operations["dashboardRevokeApiKey"];
        options?: never;
        head?: never;
        patch: operations["dashboardRenameApiKey"];
        trace?: never;
    };
    "/dashboard/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListOAuthClients"];
        put?: never;
        post: operations["dashboardCreateOAuthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/oauth-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadOAuthClient"];
        put?: never;
        post?: never;
        delete: operations["dashboardDeleteOAuthClient"];
        options?: never;
        head?: never;
        patch: operations["dashboardChangeOAuthClient"];
        trace?: never;
    };
    "/dashboard/v1/oauth-clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRotateOAuthClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListWebhooks"];
        put?: never;
        post: operations["dashboardCreateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadWebhook"];
        put?: never;
        post?: never;
        delete: operations["dashboardDeleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["dashboardChangeWebhook"];
        trace?: never;
    };
    "/dashboard/v1/webhooks/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardVerifyWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardReplayFailedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardReplayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/sessions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardExportSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/sessions/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/sessions/{token}/retake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardRetakeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/sessions/{token}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dashboardEraseSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/sessions/{token}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/test-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardTryCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/reviews/{id}/pictures/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadReviewPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/reviews/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dashboardDecideReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListFaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/faces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dashboardEraseFace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/blocked-faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListBlockedFaces"];
        put?: never;
        post: operations["dashboardBlockFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/blocked-faces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dashboardUnblockFace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/analytics/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/analytics/fall-through": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadFallThrough"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["dashboardChangeSettings"];
        trace?: never;
    };
    "/dashboard/v1/settings/age-margin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardPreviewAgeMargin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardReadUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["dashboardListAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/2fa/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminAnswerChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/2fa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminSetUpTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminEnableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/2fa/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminDisableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/2fa/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadTwoFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/2fa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminRenewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminForgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/reset-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminShowResetPage"];
        put?: never;
        post: operations["adminSubmitResetPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/passkey/authenticate/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminBeginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/passkey/authenticate/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminFinishPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/passkey/register/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminBeginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/passkey/register/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminFinishPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["adminRemovePasskey"];
        options?: never;
        head?: never;
        patch: operations["adminRenamePasskey"];
        trace?: never;
    };
    "/admin/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminLogoutAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["adminEndOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/admins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAdmins"];
        put?: never;
        post: operations["adminCreateAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/admins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadAdmin"];
        put?: never;
        post?: never;
        delete: operations["adminRemoveAdmin"];
        options?: never;
        head?: never;
        patch: operations["adminChangeAdmin"];
        trace?: never;
    };
    "/admin/v1/admins/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListSessionsOfAdmin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/admins/{id}/force-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminForceLogoutOfAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadAccountStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadAccount"];
        put?: never;
        post?: never;
        delete: operations["adminDeleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAccountConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/login-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAccountLogins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAccountNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAccountPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAccountSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminSuspendAccount"];
        trace?: never;
    };
    "/admin/v1/accounts/{id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminUnsuspendAccount"];
        trace?: never;
    };
    "/admin/v1/accounts/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminUnlockAccount"];
        trace?: never;
    };
    "/admin/v1/accounts/{id}/force-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminForceLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/analytics/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadVerificationFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/analytics/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminComparePeriods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verified-ages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListVerifiedAges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verified-ages/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminRevokeVerifiedAges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verified-ages/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminRevokeVerifiedAge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListOAuthClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/oauth-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadOAuthClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminChangeOAuthClient"];
        trace?: never;
    };
    "/admin/v1/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListTenants"];
        put?: never;
        post: operations["adminCreateTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminListPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tenants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminChangeTenant"];
        trace?: never;
    };
    "/admin/v1/tenants/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminInviteFirstOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tenants/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminSuspendTenant"];
        trace?: never;
    };
    "/admin/v1/tenants/{id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["adminUnsuspendTenant"];
        trace?: never;
    };
    "/admin/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["adminReadHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signing-keys/{purpose}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adminRotateSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardAnswerChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/passkey/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardBeginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/passkey/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardFinishPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleAdminLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/admin/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleAdminAnswerChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/admin/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleAdminRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/admin/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleAdminLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/admin/passkey/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleAdminBeginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/admin/passkey/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleAdminFinishPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/dashboard/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleDashboardRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Meta: {
            request_id: string;
            /** Format: date-time */
            timestamp: string;
            api_version?: string;
            pagination?: {
                page: number;
                per_page: number;
                total: number;
                total_pages: number;
            };
        };
        Result: {
            token: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "pending_tenant_review" | "awaiting_retake" | "success" | "failed" | "canceled" | "expired" | "retaken";
            verified: boolean;
            reason?: string;
            /** @enum {string} */
            verification_type?: "age_check" | "full" | "agate_id" | "eu_wallet";
            ip_country?: string;
            external_user_id?: string;
            checks: {
                liveness: {
                    performed: boolean;
                    passed: boolean;
                    /** @enum {string} */
                    light?: "answers" | "contradicts" | "cannot_tell";
                };
                age: {
                    performed: boolean;
                    passed: boolean;
                    gate?: number;
                };
                document: {
                    performed: boolean;
                    passed: boolean;
                    /** @enum {string} */
                    document_type?: "passport" | "id_card" | "drivers_license" | "residence_permit";
                    country?: string;
                };
                face_match: {
                    performed: boolean;
                    passed: boolean;
                };
                eu_wallet: {
                    performed: boolean;
                    passed: boolean;
                };
                aml: {
                    performed: boolean;
                    passed: boolean;
                };
            };
            risk?: {
                /** @enum {string} */
                band: "low" | "medium" | "high";
            };
            /** @enum {string} */
            measured?: "edge" | "device";
            /** @enum {boolean} */
            handed_over?: true;
            /** @enum {boolean} */
            reviewed?: true;
            receipt?: string;
            previous?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at?: string;
            /** Format: date-time */
            expires_at: string;
            /** @enum {boolean} */
            test?: true;
        };
        FaceChallenge: {
            challenge_id: string;
            /** @enum {string} */
            kind: "enroll" | "verify";
            /** @enum {string} */
            status: "processing" | "completed" | "failed" | "expired";
            passed: boolean | null;
            /** @enum {string} */
            failure_reason?: "invalid_image" | "no_face_detected" | "not_enrolled" | "face_mismatch" | "blacklist_match" | "liveness_failed" | "canceled" | "expired" | "internal_error";
            /** @enum {boolean} */
            liveness?: true;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            completed_at?: string;
            /** @enum {boolean} */
            test?: true;
        };
        BlacklistEntry: {
            id: number;
            reason: string;
            /** @enum {string} */
            source: "session" | "image";
            session_id?: string;
            added_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        ListedSession: {
            token: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "pending_tenant_review" | "awaiting_retake" | "success" | "failed" | "canceled" | "expired" | "retaken";
            verified: boolean;
            reason?: string;
            /** @enum {string} */
            verification_type?: "age_check" | "full" | "agate_id" | "eu_wallet";
            /** @enum {string} */
            purpose: "age_verification" | "id_verification";
            /** @enum {string} */
            verification_mode: "auto" | "document" | "facial";
            gate?: number;
            external_user_id?: string;
            ip_country?: string;
            /** @enum {string} */
            measured?: "edge" | "device";
            previous?: string;
            /** @enum {boolean} */
            contested?: true;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at?: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            erased_at?: string;
            /** @enum {boolean} */
            test?: true;
        };
        Erased: {
            /** @enum {boolean} */
            erased: true;
        };
        Erasing: {
            /** @enum {boolean} */
            erased: false;
        };
        Event: {
            id: string;
            api_version: string;
            created: number;
            /** @enum {string} */
            type: "session.success" | "session.failed" | "session.canceled" | "session.expired" | "session.review_required" | "session.retake_requested";
            data: components["schemas"]["Result"];
        } | {
            id: string;
            api_version: string;
            created: number;
            /** @enum {string} */
            type: "face_2fa.completed";
            data: components["schemas"]["FaceChallenge"];
        };
        DashboardTokens: {
            access_token: string;
            refresh_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            expires_in: number;
            user: components["schemas"]["DashboardUser"];
        };
        DashboardUser: {
            id: string;
            /** Format: email */
            email: string;
            email_verified: boolean;
            name: string;
            role: string;
            tenant_id: string;
            active: boolean;
            two_factor_enabled: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_login_at?: string;
        };
        Done: {
            /** @enum {boolean} */
            done: true;
        };
        SignInChallenge: {
            /** @enum {boolean} */
            requires_2fa: true;
            challenge_token: string;
        };
        TwoFactorSetup: {
            secret: string;
            /** Format: uri */
            provisioning_uri: string;
        };
        RecoveryCodes: {
            /** @enum {boolean} */
            enabled: true;
            recovery_codes: string[];
        };
        TwoFactorStatus: {
            enabled: boolean;
            recovery_codes_left: number;
        };
        PasskeyCeremony: {
            session_id: string;
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyAssertion: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "cross-platform" | "platform";
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string;
            };
        };
        StaffPasskey: {
            id: number;
            name: string;
            backed_up: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at?: string;
        };
        PasskeyAttestation: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "cross-platform" | "platform";
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            name?: string;
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
            };
        };
        StaffSession: {
            id: string;
            current: boolean;
            /** @enum {string} */
            method: "password" | "totp" | "recovery_code" | "passkey";
            device: string;
            ip?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        Invitation: {
            id: string;
            /** Format: email */
            email: string;
            role: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        MemberSession: {
            /** @enum {string} */
            method: "password" | "totp" | "recovery_code" | "passkey";
            device: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        ForcedLogout: {
            reason: string;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "secret" | "publishable";
            /** @enum {string} */
            mode: "live" | "test";
            prefix: string;
            last_four: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at?: string;
            /** Format: date-time */
            expires_at?: string;
            /** Format: date-time */
            revoked_at?: string;
        };
        NewApiKey: components["schemas"]["ApiKey"] & {
            key: string;
        };
        RotatedApiKey: components["schemas"]["NewApiKey"] & {
            previous: components["schemas"]["ApiKey"];
        };
        OAuthClient: {
            id: string;
            client_id: string;
            name: string;
            logo?: string;
            /** Format: uri */
            logo_url?: string;
            redirect_uris: string[];
            scopes: string[];
            post_logout_redirect_uris: string[];
            /** Format: uri */
            backchannel_logout_uri?: string;
            /** Format: uri */
            frontchannel_logout_uri?: string;
            age_thresholds: (12 | 15 | 18 | 21 | 25)[];
            /** @enum {boolean} */
            pkce_optional?: true;
            refuses_face: boolean;
            dpop_bound_access_tokens: boolean;
            /** @enum {string} */
            token_endpoint_auth_method?: "none";
            web_origins?: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            previous_secret_expires_at?: string;
        };
        OAuthClientWithSecret: components["schemas"]["OAuthClient"] & {
            client_secret?: string;
        };
        NewOAuthClient: {
            name: string;
            redirect_uris: string[];
            scopes: ("openid" | "profile" | "email" | "age_verification" | "connections" | "offline_access")[];
            /** @enum {string} */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
            logo?: string | null;
            /** Format: uri */
            logo_url?: string | null;
            post_logout_redirect_uris?: string[];
            /** Format: uri */
            backchannel_logout_uri?: string | null;
            /** Format: uri */
            frontchannel_logout_uri?: string | null;
            age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
            refuses_face?: boolean;
            dpop_bound_access_tokens?: boolean;
            web_origins?: string[];
        };
        OAuthClientChanges: {
            name?: string;
            redirect_uris?: string[];
            scopes?: ("openid" | "profile" | "email" | "age_verification" | "connections" | "offline_access")[];
            logo?: string | null;
            /** Format: uri */
            logo_url?: string | null;
            post_logout_redirect_uris?: string[];
            /** Format: uri */
            backchannel_logout_uri?: string | null;
            /** Format: uri */
            frontchannel_logout_uri?: string | null;
            age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
            refuses_face?: boolean;
            dpop_bound_access_tokens?: boolean;
            web_origins?: string[];
        };
        Webhook: {
            id: string;
            /** Format: uri */
            url: string;
            description?: string;
            events: ("session.success" | "session.failed" | "session.canceled" | "session.expired" | "session.review_required" | "session.retake_requested" | "face_2fa.completed")[];
            /** @enum {string} */
            mode: "both" | "live" | "test";
            /** @enum {string} */
            state: "pending" | "enabled" | "paused" | "disabled";
            /** @enum {string} */
            disabled_reason?: "failing" | "gone";
            failing_since?: string;
            /** Format: date-time */
            previous_secret_expires_at?: string;
            /** Format: date-time */
            created_at: string;
        };
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            secret: string;
        };
        NewWebhook: {
            /** Format: uri */
            url: string;
            events: ("session.success" | "session.failed" | "session.canceled" | "session.expired" | "session.review_required" | "session.retake_requested" | "face_2fa.completed")[];
            /** @enum {string} */
            mode?: "both" | "live" | "test";
            description?: string;
        };
        WebhookChanges: {
            /** Format: uri */
            url?: string;
            events?: ("session.success" | "session.failed" | "session.canceled" | "session.expired" | "session.review_required" | "session.retake_requested" | "face_2fa.completed")[];
            /** @enum {string} */
            mode?: "both" | "live" | "test";
            description?: string | null;
            /** @enum {string} */
            state?: "enabled" | "paused";
        };
        DashboardWebhookTest: {
            /** @enum {string} */
            type?: "session.success" | "session.failed" | "session.canceled" | "session.expired" | "session.review_required" | "session.retake_requested" | "face_2fa.completed";
        };
        WebhookDelivery: {
            id: string;
            endpoint_id: string;
            event: {
                id: string;
                type: string;
            };
            /** @enum {string} */
            state: "pending" | "delivered" | "dead";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            next_attempt_at?: string;
            /** Format: date-time */
            finished_at?: string;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            at: string;
            duration_ms: number;
            request: {
                /** @enum {string} */
                method: "POST";
                /** Format: uri */
                url: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
            status?: number;
            /** @enum {string} */
            failure?: "timeout" | "connection" | "redirect" | "status" | "url_not_allowed" | "secret_unreadable";
            answer?: string;
        };
        DeliveryRange: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            until: string;
        };
        SessionFile: components["schemas"]["ListedSession"] & {
            metadata?: string;
            checks?: {
                liveness: {
                    performed: boolean;
                    passed: boolean;
                    /** @enum {string} */
                    light?: "answers" | "contradicts" | "cannot_tell";
                };
                age: {
                    performed: boolean;
                    passed: boolean;
                    gate?: number;
                };
                document: {
                    performed: boolean;
                    passed: boolean;
                    /** @enum {string} */
                    document_type?: "passport" | "id_card" | "drivers_license" | "residence_permit";
                    country?: string;
                };
                face_match: {
                    performed: boolean;
                    passed: boolean;
                };
                eu_wallet: {
                    performed: boolean;
                    passed: boolean;
                };
                aml: {
                    performed: boolean;
                    passed: boolean;
                };
            };
            risk?: {
                /** @enum {string} */
                band: "low" | "medium" | "high";
            };
            /** @enum {boolean} */
            handed_over?: true;
            /** @enum {boolean} */
            reviewed?: true;
            receipt?: string;
            /** @enum {string} */
            retake?: "possible" | "test" | "running" | "decided" | "retaken" | "age_judged" | "limit_exceeded";
            page?: {
                site: string;
                contact?: string;
                asks_for_document: boolean;
            };
            timeline: ({
                /** @enum {string} */
                type: "created";
                /** Format: date-time */
                at: string;
            } | {
                /** @enum {string} */
                type: "visitor";
                /** Format: date-time */
                at: string;
                name: string;
                step?: string;
                notice?: string;
            } | {
                /** @enum {string} */
                type: "ended";
                /** Format: date-time */
                at: string;
                status: string;
            } | {
                /** @enum {string} */
                type: "webhook";
                /** Format: date-time */
                at: string;
                delivery_id: string;
                endpoint_id: string;
                attempt: number;
                duration_ms: number;
                http_status?: number;
                /** @enum {string} */
                failure?: "timeout" | "connection" | "redirect" | "status" | "url_not_allowed" | "secret_unreadable";
            } | {
                /** @enum {string} */
                type: "erased";
                /** Format: date-time */
                at: string;
            })[];
            deliveries: {
                id: string;
                endpoint_id: string;
                event_id: string;
                event_type: string;
                /** @enum {string} */
                state: "pending" | "delivered" | "dead";
                attempts: number;
            }[];
        };
        SessionRetaken: {
            /** Format: uri */
            verify_url: string;
            previous: string;
        };
        TestSession: {
            token: string;
            /** Format: uri */
            verify_url: string;
        };
        RequestLine: {
            id: number;
            /** Format: date-time */
            at: string;
            request_id: string;
            method: string;
            path: string;
            status: number;
            code?: string;
            duration_ms: number;
            /** @enum {boolean} */
            test?: true;
        };
        ListedReview: {
            id: string;
            gate?: number;
            external_user_id?: string;
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            due_at: string;
            /** @enum {boolean} */
            test?: true;
            /** @enum {string} */
            purpose: "age_verification" | "id_verification";
        };
        Review: {
            id: string;
            gate?: number;
            external_user_id?: string;
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            due_at: string;
            /** @enum {boolean} */
            test?: true;
            reason: string;
            checks: {
                liveness: {
                    performed: boolean;
                    passed: boolean;
                    /** @enum {string} */
                    light?: "answers" | "contradicts" | "cannot_tell";
                };
                age: {
                    performed: boolean;
                    passed: boolean;
                    gate?: number;
                };
                document: {
                    performed: boolean;
                    passed: boolean;
                    /** @enum {string} */
                    document_type?: "passport" | "id_card" | "drivers_license" | "residence_permit";
                    country?: string;
                };
                face_match: {
                    performed: boolean;
                    passed: boolean;
                };
                eu_wallet: {
                    performed: boolean;
                    passed: boolean;
                };
                aml: {
                    performed: boolean;
                    passed: boolean;
                };
            };
            risk?: {
                /** @enum {string} */
                band: "low" | "medium" | "high";
            };
            approvals: number;
            approvals_needed: number;
            approved_by_you: boolean;
            round: number;
            decisions: {
                round: number;
                /** @enum {string} */
                decision: "approve" | "ask_again";
                steps?: ("document" | "movements")[];
                member_id: string;
                member_name?: string;
                /** Format: date-time */
                at: string;
            }[];
            pictures: {
                /** @enum {string} */
                name: "page" | "front" | "face";
                /** Format: uri-reference */
                url: string;
                /** Format: date-time */
                expires_at: string;
            }[];
        };
        ReviewDecided: {
            id: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "pending_tenant_review" | "awaiting_retake" | "success" | "failed" | "canceled" | "expired" | "retaken";
            approvals: number;
            approvals_needed: number;
        };
        ReviewDecision: {
            /** @enum {string} */
            decision: "approve";
        } | {
            /** @enum {string} */
            decision: "reject";
            /** @enum {string} */
            reason?: "face_mismatch" | "document_rejected" | "document_expired" | "age_below_threshold";
        } | {
            /** @enum {string} */
            decision: "ask_again";
            steps: ("document" | "movements")[];
        };
        EnrolledFace: {
            id: string;
            user_id: string;
            /** Format: date-time */
            enrolled_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
            outdated: boolean;
        };
        DashboardBlockedFace: components["schemas"]["BlacklistEntry"] & {
            added_by_name?: string;
            contest_contact: string;
        };
        DashboardBlockSessionRequest: {
            session_token: string;
            /** @enum {string} */
            mode?: "live" | "test";
            reason: string;
            expires_in_days?: number | null;
        };
        TenantOverview: components["schemas"]["VerificationFigures"] & {
            median_duration_seconds: number | null;
            by_country: {
                country: string;
                success: number;
                failed: number;
            }[];
            by_verification_type: {
                verification_type: string;
                success: number;
                failed: number;
            }[];
            by_reason: {
                reason: string;
                failed: number;
            }[];
            contests: {
                contested: number;
                overturned: number;
            };
        };
        VerificationFigures: {
            days: number;
            totals: {
                created: number;
                success: number;
                failed: number;
                canceled: number;
                expired: number;
                completed: number;
                success_rate: number | null;
            };
            series: {
                /** Format: date */
                date: string;
                created: number;
                success: number;
                failed: number;
                canceled: number;
                expired: number;
            }[];
        };
        TenantFunnel: {
            days: number;
            steps: {
                /** @enum {string} */
                step: "created" | "opened" | "liveness" | "age" | "completed";
                sessions: number;
                share: number | null;
            }[];
        };
        TenantFallThrough: {
            collecting: boolean;
            minimum: number;
            month: string;
            months: string[];
            leavings: {
                /** @enum {string} */
                left_at: "consent" | "camera" | "liveness" | "age" | "document" | "review" | "failed" | "success";
                sessions: number;
                groups: {
                    language: string;
                    /** @enum {string} */
                    device: "phone" | "tablet" | "computer" | "other" | "all";
                    sessions: number;
                }[];
            }[];
        };
        Settings: {
            name: string;
            color: string | null;
            logo: string | null;
            /** Format: uri */
            alternative_url: string | null;
            controller_name: string | null;
            privacy_contact: string | null;
            /** Format: uri */
            privacy_url: string | null;
            default_locale: string | null;
            /** @enum {string|null} */
            default_theme: "light" | "dark" | "system" | null;
            callback_origins: string[];
            embed_origins: string[];
            age_margin_years: number | null;
            /** @enum {integer|null} */
            age_target: 5 | 2 | 1 | null;
            effective_age_margin_years: number;
            age_margin_floor_years: number;
            attempt_cap: number;
            require_second_factor: boolean;
            retention_days: number;
            history_days: number;
            /** @enum {string|null} */
            required_method: "document" | "facial" | null;
            accept_methods: ("face" | "document" | "wallet" | "account" | "pass")[] | null;
            max_proof_age_days: number | null;
            /** @enum {string|null} */
            min_assurance: "device" | "edge" | "document" | "wallet" | null;
            /** @enum {string|null} */
            liveness_level: "standard" | "strict" | null;
            document_step_up: boolean;
            allowed_documents: ("passport" | "id_card" | "residence_permit" | "drivers_license")[];
            reviews: boolean;
            review_second_person: boolean;
            document_fields: ("name" | "birth_year" | "document_number_hash")[];
            keep_faces_days: number;
            agate_id: boolean;
            agate_id_face: boolean;
            fall_through: boolean;
        };
        SettingsChanges: {
            name?: string;
            color?: string | null;
            logo?: string | null;
            alternative_url?: string | null;
            controller_name?: string | null;
            privacy_contact?: string | null;
            privacy_url?: string | null;
            /** @enum {string|null} */
            default_locale?: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "tr" | "ja" | "zh" | "hi" | "ar" | null;
            /** @enum {string|null} */
            default_theme?: "light" | "dark" | "system" | null;
            callback_origins?: string[];
            embed_origins?: string[];
            age_margin_years?: number | null;
            /** @enum {integer|null} */
            age_target?: 5 | 2 | 1 | null;
            attempt_cap?: number;
            require_second_factor?: boolean;
            retention_days?: number;
            history_days?: number;
            /** @enum {string|null} */
            required_method?: "document" | "facial" | null;
            accept_methods?: ("face" | "document" | "wallet" | "account" | "pass")[] | null;
            max_proof_age_days?: number | null;
            /** @enum {string|null} */
            min_assurance?: "device" | "edge" | "document" | "wallet" | null;
            /** @enum {string|null} */
            liveness_level?: "standard" | "strict" | null;
            document_step_up?: boolean;
            allowed_documents?: ("passport" | "id_card" | "residence_permit" | "drivers_license")[];
            reviews?: boolean;
            review_second_person?: boolean;
            document_fields?: ("name" | "birth_year" | "document_number_hash")[];
            keep_faces_days?: number;
            agate_id?: boolean;
            agate_id_face?: boolean;
            fall_through?: boolean;
        };
        AgeMarginPreview: {
            min_age: number;
            /** @enum {string} */
            measured: "device" | "edge";
            /** @enum {integer|null} */
            age_target: 5 | 2 | 1 | null;
            margin_years: number;
            fail_margin_years: number;
            error_years: number;
            passes_from: number;
            fails_below: number;
            warnings: {
                /** @enum {string} */
                code: "age_estimate_unsuitable" | "age_target_unreachable";
                message: string;
            }[];
            groups: {
                ages: [
                    number,
                    number
                ];
                passed: number;
                passed_interval: [
                    number,
                    number
                ];
                failed: number;
                failed_interval: [
                    number,
                    number
                ];
                inconclusive: number;
                inconclusive_interval: [
                    number,
                    number
                ];
            }[];
            ages: {
                age: number;
                passed: number;
                passed_interval: [
                    number,
                    number
                ];
                failed: number;
                failed_interval: [
                    number,
                    number
                ];
                inconclusive: number;
                inconclusive_interval: [
                    number,
                    number
                ];
            }[];
        };
        Usage: {
            plan: {
                id: string;
                name: string;
                currency: string;
                monthly_minor: number;
                verification_minor: number;
            } | null;
            months: {
                month: string;
                completed: number;
                amount_minor: number;
            }[];
        };
        TenantAuditEntry: {
            id: number;
            /** Format: date-time */
            created_at: string;
            member_id: string | null;
            action: string;
            target_type: string;
            target_id: string;
            ip?: string;
            user_agent?: string;
            before?: {
                [key: string]: string | number | boolean | null;
            };
            after?: {
                [key: string]: string | number | boolean | null;
            };
        };
        AdminTokens: {
            access_token: string;
            refresh_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            expires_in: number;
            user: components["schemas"]["AdminUser"];
        };
        AdminUser: {
            id: number;
            /** Format: email */
            email: string;
            name: string;
            role: string;
            active: boolean;
            two_factor_enabled: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_login_at?: string;
        };
        Account: {
            id: number;
            subject: string;
            /** Format: email */
            email?: string;
            email_verified: boolean;
            display_name?: string;
            /** @enum {string} */
            status: "active" | "suspended" | "locked" | "pending_deletion";
            locale: string;
            has_password: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delete_at?: string;
        };
        AccountStats: {
            total: number;
            by_status: {
                active: number;
                suspended: number;
                locked: number;
                pending_deletion: number;
            };
            email_verified: number;
            created_last_30_days: number;
        };
        AccountOverview: components["schemas"]["Account"] & {
            age: {
                verified: boolean;
                verified_brackets: string[];
                /** @enum {string} */
                level?: "ml" | "document" | "wallet";
                /** Format: date-time */
                verified_at?: string;
                /** Format: date-time */
                expires_at?: string;
            };
            counts: {
                sessions: number;
                passkeys: number;
                connections: number;
                notifications: number;
                logins: number;
            };
            recent_logins: components["schemas"]["LoginAttempt"][];
        };
        LoginAttempt: {
            id: number;
            /** @enum {string} */
            method: "password" | "passkey" | "face";
            /** @enum {string} */
            outcome: "success" | "failed" | "locked" | "suspended";
            device: string;
            place?: string;
            ip?: string;
            /** Format: date-time */
            at: string;
        };
        AccountConnection: {
            client_id: string;
            client_name: string;
            scopes: string[];
            /** Format: date-time */
            connected_at: string;
            /** Format: date-time */
            last_shared_at: string;
        };
        AccountNotification: {
            id: number;
            type: string;
            details: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            read_at?: string;
        };
        AccountPasskey: {
            id: number;
            name: string;
            backed_up: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at?: string;
        };
        AccountSession: {
            id: string;
            device: string;
            place?: string;
            ip?: string;
            methods: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        PlatformOverview: {
            tenants: {
                total: number;
            };
            users: components["schemas"]["AccountStats"];
            verifications: {
                total: number;
                created: number;
                success: number;
                failed: number;
                canceled: number;
                expired: number;
            };
            revenue: {
                month: string;
                by_currency: {
                    currency: string;
                    amount_minor: number;
                }[];
            };
        };
        PeriodComparison: {
            days: number;
            current: {
                from: string;
                to: string;
                created: number;
                success: number;
                failed: number;
                canceled: number;
                expired: number;
                completed: number;
                success_rate: number | null;
                new_users: number;
                new_tenants: number;
                risk: {
                    low: number;
                    medium: number;
                    high: number;
                };
                corrected: number;
            };
            previous: {
                from: string;
                to: string;
                created: number;
                success: number;
                failed: number;
                canceled: number;
                expired: number;
                completed: number;
                success_rate: number | null;
                new_users: number;
                new_tenants: number;
                risk: {
                    low: number;
                    medium: number;
                    high: number;
                };
                corrected: number;
            };
            change_percent: {
                created: number;
                success: number;
                failed: number;
                canceled: number;
                expired: number;
                completed: number;
                new_users: number;
                new_tenants: number;
            };
            funnel: {
                current: {
                    created: number;
                    opened: number;
                    consent: number;
                    camera: number;
                    liveness_start: number;
                    liveness_end: number;
                    age: number;
                    verdict: number;
                };
                previous: {
                    created: number;
                    opened: number;
                    consent: number;
                    camera: number;
                    liveness_start: number;
                    liveness_end: number;
                    age: number;
                    verdict: number;
                };
            };
            series: {
                current: {
                    /** Format: date */
                    date: string;
                    created: number;
                    success: number;
                    failed: number;
                    canceled: number;
                    expired: number;
                }[];
                previous: {
                    /** Format: date */
                    date: string;
                    created: number;
                    success: number;
                    failed: number;
                    canceled: number;
                    expired: number;
                }[];
            };
        };
        AuditEntry: {
            id: number;
            /** Format: date-time */
            created_at: string;
            admin_user_id: number | null;
            action: string;
            target_type: string;
            target_id: string;
            ip?: string;
            user_agent?: string;
            before?: {
                [key: string]: string | number | boolean | null;
            };
            after?: {
                [key: string]: string | number | boolean | null;
            };
        };
        AuditDetail: components["schemas"]["AuditEntry"] & {
            hash: string | null;
            intact: boolean;
            previous_intact: boolean;
            /** Format: date-time */
            signed_at?: string;
        };
        VerifiedAge: {
            account_id: number;
            age_bracket: string | null;
            /** @enum {string} */
            level: "ml" | "document" | "wallet";
            counts: boolean;
            /** @enum {string} */
            method?: "face" | "document" | "wallet";
            /** @enum {string} */
            measured?: "device" | "edge";
            margin_years?: number;
            /** @enum {string} */
            difficulty?: "easy" | "medium" | "hard";
            /** @enum {string} */
            liveness_level?: "standard" | "strict";
            tenant_id?: string;
            session_id?: string;
            policy_version?: string;
            /** Format: date-time */
            verified_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at?: string;
        };
        VerifiedAgeRevocation: {
            tenant_id?: string;
            session?: string;
            /** @enum {string} */
            method?: "face" | "document" | "wallet";
            policy_version?: string;
            /** Format: date */
            start_date?: string;
            /** Format: date */
            end_date?: string;
            dry_run?: boolean;
        };
        AdminOAuthClient: {
            client_id: string;
            tenant_id: string;
            tenant_name: string;
            name: string;
            public: boolean;
            pkce_optional: boolean;
            /** Format: date-time */
            created_at: string;
        };
        AdminOAuthClientDetail: components["schemas"]["AdminOAuthClient"] & {
            redirect_uris: string[];
            post_logout_redirect_uris: string[];
            /** Format: uri */
            backchannel_logout_uri?: string;
            /** Format: uri */
            frontchannel_logout_uri?: string;
            web_origins: string[];
            scopes: string[];
            age_thresholds: (12 | 15 | 18 | 21 | 25)[];
            refuses_face: boolean;
            dpop_bound_access_tokens: boolean;
        };
        AdminTenant: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "active" | "suspended" | "ended";
            plan: {
                id: string;
                name: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            suspended_at?: string;
            suspension_reason?: string;
            ages_trusted: boolean;
            agate_id: boolean;
        };
        AdminPlan: {
            id: string;
            name: string;
            currency: string;
            monthly_minor: number;
            verification_minor: number;
        };
        AdminTenantDetail: components["schemas"]["AdminTenant"] & {
            age_margin_years: number | null;
            /** @enum {integer|null} */
            age_target: 5 | 2 | 1 | null;
            attempt_cap: number;
            retention_days: number;
            history_days: number;
            require_second_factor: boolean;
            effective_age_margin_years: number;
            age_margin_floor_years: number;
            owners: {
                name: string;
                /** Format: email */
                email: string;
                /** Format: date-time */
                last_login_at?: string;
            }[];
            counts: {
                members: number;
                keys: number;
                clients: number;
                endpoints: number;
            };
            currency: string | null;
            months: {
                month: string;
                completed: number;
                amount_minor: number;
            }[];
        };
        NewTenant: {
            name: string;
            plan_id?: string | null;
            owner_email: string;
        };
        TenantChanges: {
            name?: string;
            plan_id?: string | null;
            age_margin_years?: number | null;
            /** @enum {integer|null} */
            age_target?: 5 | 2 | 1 | null;
            attempt_cap?: number;
            retention_days?: number;
            history_days?: number;
            require_second_factor?: boolean;
            ages_trusted?: boolean;
        };
        TenantSuspension: {
            reason: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "degraded" | "down";
            checks: components["schemas"]["HealthChecks"];
            schedules: {
                cron: string;
                /** Format: date-time */
                started_at: string;
                /** Format: date-time */
                finished_at: string;
                /** Format: date-time */
                succeeded_at?: string;
                failed_steps: string[];
            }[];
            queues: {
                name: string;
                messages: number;
                /** Format: date-time */
                oldest_at?: string;
            }[];
            dead_letters: {
                queue: string;
                count: number;
                /** Format: date-time */
                oldest_at: string;
                /** Format: date-time */
                newest_at: string;
            }[];
            overdue: {
                deliveries: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                mails: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                sessions: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                audit_entries: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                logout_notices: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                grants: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                account_deletions: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
            };
            failures: {
                deliveries: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
                mails: {
                    count: number;
                    /** Format: date-time */
                    oldest_at?: string;
                };
            };
            keys: {
                kid: string;
                purpose: string;
                /** @enum {string} */
                state: "active" | "next" | "retired" | "revoked";
                active_from: string;
                /** Format: date-time */
                next_published_at?: string;
            }[];
        };
        HealthChecks: {
            /** @enum {string} */
            d1: "ok" | "degraded" | "down";
            /** @enum {string} */
            objects: "ok" | "degraded" | "down";
            /** @enum {string} */
            queues: "ok" | "degraded" | "down";
            /** @enum {string} */
            keys: "ok" | "degraded" | "down";
            /** @enum {string} */
            schedule: "ok" | "degraded" | "down";
            /** @enum {string} */
            face: "ok" | "degraded" | "down";
            /** @enum {string} */
            documents: "ok" | "degraded" | "down";
        };
        NextSigningKey: {
            kid: string;
            /** @enum {string} */
            purpose: "oidc" | "admin" | "dashboard" | "audit" | "receipt";
            active_from: string;
            is_new: boolean;
        };
        DashboardConsoleSession: {
            access_token: string;
            expires_in: number;
            user: components["schemas"]["DashboardUser"];
        };
        AdminConsoleSession: {
            access_token: string;
            expires_in: number;
            user: components["schemas"]["AdminUser"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    dashboardRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    company: string;
                    name: string;
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardResendVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardShowVerifyPage: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    dashboardSubmitVerifyPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token?: string;
                    password?: string;
                    /** @enum {string} */
                    not_me?: "yes";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    dashboardLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    tenant_id?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardTokens"] | components["schemas"]["SignInChallenge"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardAnswerChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_token: string;
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardSetUpTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorSetup"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardEnableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardDisableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorStatus"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorStatus"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRenewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardShowResetPage: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    dashboardSubmitResetPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token?: string;
                    new_password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    dashboardBeginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyCeremony"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardFinishPasskeySignIn: {
        parameters: {
            query?: {
                "X-Session-ID"?: string;
                session_id?: string;
            };
            header?: {
                "x-session-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAssertion"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardBeginPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyCeremony"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardFinishPasskeyRegistration: {
        parameters: {
            query?: {
                "X-Session-ID"?: string;
                session_id?: string;
            };
            header?: {
                "x-session-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAttestation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffPasskey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffPasskey"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRemovePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRenamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffPasskey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardLogoutAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffSession"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardEndOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListInvitations: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invitation"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "developer" | "analyst" | "reviewer";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invitation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRevokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardAcceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    name?: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardShowInvitationPage: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    dashboardSubmitInvitationPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token?: string;
                    new_password?: string;
                };
            };
        };
        responses: {
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    dashboardListTeam: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardUser"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRemoveMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardChangeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    role?: "owner" | "developer" | "analyst" | "reviewer";
                    active?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListSessionsOfMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MemberSession"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardForceLogoutOfMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForcedLogout"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListApiKeys: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKey"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardCreateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    kind?: "secret" | "publishable";
                    /** @enum {string} */
                    mode?: "live" | "test";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NewApiKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRevokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRenameApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overlap_days: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RotatedApiKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListOAuthClients: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OAuthClient"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardCreateOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOAuthClient"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OAuthClientWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OAuthClient"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardDeleteOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardChangeOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthClientChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OAuthClient"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRotateOAuthClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overlap_days: number;
                    /** @enum {string} */
                    keep?: "older";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OAuthClientWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListWebhooks: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardCreateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardDeleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardChangeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardVerifyWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardWebhookTest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            event_id: string;
                            delivery_id: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListDeliveries: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                state?: "pending" | "delivered" | "dead";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReplayFailedDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryRange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            replayed: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReplayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListSessions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                mode?: "live" | "test";
                status?: "pending" | "in_progress" | "pending_tenant_review" | "awaiting_retake" | "success" | "failed" | "canceled" | "expired" | "retaken";
                verification_type?: "age_check" | "full" | "agate_id" | "eu_wallet";
                external_user_id?: string;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ListedSession"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardExportSessions: {
        parameters: {
            query?: {
                mode?: "live" | "test";
                status?: "pending" | "in_progress" | "pending_tenant_review" | "awaiting_retake" | "success" | "failed" | "canceled" | "expired" | "retaken";
                verification_type?: "age_check" | "full" | "agate_id" | "eu_wallet";
                external_user_id?: string;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    dashboardReadSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SessionFile"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardRetakeSession: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SessionRetaken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardEraseSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Erased"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Erasing"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    dashboardTryCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    min_age?: number;
                    /** @enum {string} */
                    verification_mode?: "auto" | "document" | "facial";
                    user_id?: string;
                    locale?: string;
                    /** @enum {string} */
                    theme?: "light" | "dark" | "system";
                    appearance?: {
                        name?: string;
                        color?: string | null;
                        logo?: string | null;
                        controller_name?: string | null;
                        privacy_contact?: string | null;
                        privacy_url?: string | null;
                        alternative_url?: string | null;
                    };
                    framed?: boolean;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TestSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListEvents: {
        parameters: {
            query?: {
                mode?: "live" | "test";
                before?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Event"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListRequests: {
        parameters: {
            query?: {
                mode?: "live" | "test";
                only_errors?: boolean;
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RequestLine"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListReviews: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ListedReview"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Review"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadReviewPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
        };
    };
    dashboardDecideReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewDecision"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ReviewDecided"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListFaces: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EnrolledFace"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardEraseFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListBlockedFaces: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardBlockedFace"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardBlockFace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardBlockSessionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardUnblockFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadOverview: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TenantOverview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadFunnel: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TenantFunnel"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadFallThrough: {
        parameters: {
            query?: {
                month?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TenantFallThrough"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settings"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardChangeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settings"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardPreviewAgeMargin: {
        parameters: {
            query?: {
                margin_years?: number;
                age_target?: 5 | 2 | 1;
                service_default?: boolean;
                min_age?: number;
                measured?: "device" | "edge";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AgeMarginPreview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardReadUsage: {
        parameters: {
            query?: {
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Usage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dashboardListAudit: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                member_id?: string;
                action?: string;
                target_type?: string;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TenantAuditEntry"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTokens"] | components["schemas"]["SignInChallenge"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminAnswerChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_token: string;
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminSetUpTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorSetup"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminEnableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminDisableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorStatus"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorStatus"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRenewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminShowResetPage: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    adminSubmitResetPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token?: string;
                    new_password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    adminBeginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyCeremony"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminFinishPasskeySignIn: {
        parameters: {
            query?: {
                "X-Session-ID"?: string;
                session_id?: string;
            };
            header?: {
                "x-session-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAssertion"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminBeginPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyCeremony"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminFinishPasskeyRegistration: {
        parameters: {
            query?: {
                "X-Session-ID"?: string;
                session_id?: string;
            };
            header?: {
                "x-session-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAttestation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffPasskey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffPasskey"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRemovePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRenamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffPasskey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminLogoutAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffSession"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminEndOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAdmins: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminUser"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminCreateAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    name: string;
                    /** @enum {string} */
                    role: "superadmin" | "support" | "analyst";
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRemoveAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminChangeAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    role?: "superadmin" | "support" | "analyst";
                    active?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListSessionsOfAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MemberSession"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminForceLogoutOfAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForcedLogout"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAccounts: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                status?: "active" | "suspended" | "locked" | "pending_deletion";
                verified?: boolean;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Account"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadAccountStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountStats"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountOverview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminDeleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAccountConnections: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountConnection"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAccountLogins: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["LoginAttempt"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAccountNotifications: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountNotification"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAccountPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountPasskey"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAccountSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountSession"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminSuspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Account"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminUnsuspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Account"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminUnlockAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Account"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminForceLogout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlatformOverview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadVerificationFigures: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["VerificationFigures"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminComparePeriods: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PeriodComparison"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListAudit: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                admin_user_id?: number;
                action?: string;
                target_type?: string;
                target_id?: string;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditEntry"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListVerifiedAges: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                tenant_id?: string;
                session?: string;
                method?: "face" | "document" | "wallet";
                policy_version?: string;
                start_date?: string;
                end_date?: string;
                state?: "kept" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["VerifiedAge"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRevokeVerifiedAges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifiedAgeRevocation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            revoked: number;
                            remaining: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRevokeVerifiedAge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["VerifiedAge"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListOAuthClients: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                tenant_id?: string;
                pkce_optional?: boolean;
                public?: boolean;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminOAuthClient"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminOAuthClientDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminChangeOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pkce_optional: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminOAuthClientDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListTenants: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                state?: "active" | "suspended" | "ended";
                plan_id?: string;
                ages_trusted?: boolean;
                start_date?: string;
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTenant"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminCreateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTenantDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminListPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminPlan"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTenantDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminChangeTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTenantDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminInviteFirstOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminSuspendTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantSuspension"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTenantDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminUnsuspendTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminTenantDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminReadHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Health"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    adminRotateSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                purpose: "oidc" | "admin" | "dashboard" | "audit" | "receipt";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NextSigningKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    tenant_id?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardConsoleSession"] | components["schemas"]["SignInChallenge"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardAnswerChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_token: string;
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardBeginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyCeremony"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardFinishPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAssertion"] & {
                    session_id: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleAdminLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminConsoleSession"] | components["schemas"]["SignInChallenge"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleAdminAnswerChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_token: string;
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleAdminRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleAdminLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Done"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleAdminBeginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyCeremony"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleAdminFinishPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAssertion"] & {
                    session_id: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    consoleDashboardRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    company: string;
                    name: string;
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DashboardConsoleSession"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
}
