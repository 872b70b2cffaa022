# omniauth_openid_connect, here with Sinatra; Rails and Devise take the same options.
require 'json'
require 'omniauth_openid_connect'
require 'securerandom'
require 'sinatra'

port = ENV.fetch('PORT', '9876')
agate = URI(ENV.fetch('AGATE_URL'))
set :port, port
enable :sessions
set :session_secret, SecureRandom.hex(64)
OmniAuth.config.allowed_request_methods = %i[get post]
use OmniAuth::Builder do
  provider :openid_connect,
           name: :agate,
           issuer: agate.to_s,
           discovery: agate.scheme == 'https',
           scope: %i[openid age_verification],
           pkce: true, # the default is false
           client_options: {
             identifier: ENV.fetch('CLIENT_ID'),
             secret: ENV.fetch('CLIENT_SECRET'),
             redirect_uri: "http://localhost:#{port}/auth/agate/callback",
             # The gem's discovery supports only https, so the endpoints are listed here for a
             # service on this machine, which uses http.
             scheme: agate.scheme, host: agate.host, port: agate.port,
             authorization_endpoint: '/oauth/authorize',
             token_endpoint: '/oauth/token',
             userinfo_endpoint: '/oauth/userinfo',
             jwks_uri: "#{agate}/.well-known/jwks.json"
           }
end

get('/login') { redirect '/auth/agate' }
get('/auth/agate/callback') do
  content_type :json
  request.env['omniauth.auth'].extra.raw_info.to_json
end
