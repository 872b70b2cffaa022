// zitadel/oidc as a relying party.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	httphelper "github.com/zitadel/oidc/v3/pkg/http"
	"github.com/zitadel/oidc/v3/pkg/oidc"
)

func main() {
	port := os.Getenv("PORT")
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	// Allows http, for use on this machine only.
	cookies := httphelper.NewCookieHandler(key, key, httphelper.WithUnsecure())
	agate, err := rp.NewRelyingPartyOIDC(
		context.Background(),
		os.Getenv("AGATE_URL"),
		os.Getenv("CLIENT_ID"),
		os.Getenv("CLIENT_SECRET"),
		"http://localhost:"+port+"/callback",
		[]string{oidc.ScopeOpenID, "age_verification"},
		rp.WithPKCE(cookies),
		rp.WithCookieHandler(cookies),
	)
	if err != nil {
		log.Fatal(err)
	}

	show := func(w http.ResponseWriter, _ *http.Request, _ *oidc.Tokens[*oidc.IDTokenClaims], _ string, _ rp.RelyingParty, info *oidc.UserInfo) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(info)
	}
	http.Handle("GET /login", rp.AuthURLHandler(rand.Text, agate))
	// The ages are in userinfo, not in the ID token.
	http.Handle("GET /callback", rp.CodeExchangeHandler(rp.UserinfoCallback(show), agate))
	log.Fatal(http.ListenAndServe("localhost:"+port, nil))
}
