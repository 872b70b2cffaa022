// go-oidc with golang.org/x/oauth2, which generates the PKCE verifier.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("AGATE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	port := os.Getenv("PORT")
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "http://localhost:" + port + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "age_verification"},
	}
	checker := provider.Verifier(&oidc.Config{ClientID: config.ClientID})

	http.HandleFunc("GET /login", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		for name, value := range map[string]string{"state": state, "verifier": verifier} {
			http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
	})
	http.HandleFunc("GET /callback", func(w http.ResponseWriter, r *http.Request) {
		claims, err := finish(r, &config, provider, checker)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(claims)
	})
	log.Fatal(http.ListenAndServe("localhost:"+port, nil))
}

func finish(r *http.Request, config *oauth2.Config, provider *oidc.Provider, checker *oidc.IDTokenVerifier) (map[string]any, error) {
	state, err := r.Cookie("state")
	if err != nil || state.Value != r.FormValue("state") {
		return nil, http.ErrNoCookie
	}
	verifier, err := r.Cookie("verifier")
	if err != nil {
		return nil, err
	}
	token, err := config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(verifier.Value))
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := checker.Verify(r.Context(), raw)
	if err != nil {
		return nil, err
	}
	// The ages are in userinfo, not in the ID token.
	info, err := provider.UserInfo(r.Context(), oauth2.StaticTokenSource(token))
	if err != nil {
		return nil, err
	}
	claims := map[string]any{}
	if err := info.Claims(&claims); err != nil {
		return nil, err
	}
	claims["sub"] = id.Subject
	return claims, nil
}
