// FedCM addresses, which browsers request on their own (D-158).

/**
 * All three addresses are repeated in /.well-known/web-identity, so that several services can share
 * one domain.
 */
export const fedcmAddresses = (baseUrl: string) => ({
  config: `${baseUrl}/oauth/fedcm/config.json`,
  accounts_endpoint: `${baseUrl}/oauth/fedcm/accounts`,
  login_url: `${baseUrl}/signin?continue=%2Foauth%2Ffedcm%2Fdone`,
});
