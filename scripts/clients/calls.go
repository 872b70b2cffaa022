// Sends seven calls with the generated Go client: an age check from init to its event, and a staff
// member's calls to the dashboard API.
//
// Reads AGATE_URL, AGATE_TEST_SECRET_KEY, AGATE_EMAIL and AGATE_PASSWORD. Fails at the first
// response that the client rejects or that is not as expected.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	agate "agate.example/generated/client"
)

func main() {
	log.SetFlags(0)
	origin := os.Getenv("AGATE_URL")
	configuration := agate.NewConfiguration()
	configuration.Servers = agate.ServerConfigurations{{URL: origin}}
	client := agate.NewAPIClient(configuration)
	backend := context.WithValue(context.Background(), agate.ContextAPIKeys, map[string]agate.APIKey{
		"apiKey": {Key: os.Getenv("AGATE_TEST_SECRET_KEY")},
	})

	request := agate.NewInitRequest("https://shop.example/age/return")
	request.SetMinAge(18)
	request.SetUserId("u-1843")
	begun, _, err := client.VerificationAPI.InitVerification(backend).InitRequest(*request).Execute()
	check("init", err, begun != nil && begun.Success && strings.HasPrefix(begun.Data.VerifyUrl, origin))

	outcome := *agate.NewSandboxOutcome("success")
	settled, _, err := client.SandboxAPI.SettleSandbox(backend, begun.Data.Token).SandboxOutcome(outcome).Execute()
	check("sandbox outcome", err, settled != nil && settled.Data.Status == "success")

	result, _, err := client.VerificationAPI.ReadResult(backend, settled.Data.Token).Execute()
	check("result", err, result != nil && result.Data.Verified && result.Data.GetExternalUserId() == "u-1843")

	events, _, err := client.EventsAPI.ListEvents(backend).Limit(10).Execute()
	check("events", err, events != nil && len(events.Data) > 0 && events.Data[0].SessionEvent != nil)

	login := *agate.NewDashboardLoginRequest(os.Getenv("AGATE_EMAIL"), os.Getenv("AGATE_PASSWORD"))
	tokens, _, err := client.DashboardSignInAPI.DashboardLogin(context.Background()).DashboardLoginRequest(login).Execute()
	check("dashboard login", err, tokens != nil && tokens.Data.DashboardTokens != nil)

	staff := context.WithValue(context.Background(), agate.ContextAccessToken, tokens.Data.DashboardTokens.AccessToken)
	keys, _, err := client.DashboardAPIKeysAPI.DashboardListApiKeys(staff).Execute()
	check("API keys", err, keys != nil && len(keys.Data) == 4)

	registration := *agate.NewOAuthClientRegistration("Generated", []string{"https://shop.example/callback"}, []string{"openid"})
	made, _, err := client.DashboardOAuthClientsAPI.DashboardCreateOAuthClient(staff).OAuthClientRegistration(registration).Execute()
	check("OAuth client", err, made != nil && strings.HasPrefix(made.Data.GetClientSecret(), "xocs_"))
}

func check(call string, err error, isRight bool) {
	if err != nil {
		log.Fatalf("%s: %v", call, err)
	}
	if !isRight {
		log.Fatalf("%s: the answer is not what it should be.", call)
	}
	fmt.Println(call)
}
