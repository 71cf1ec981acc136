#!/usr/bin/env bash
# The main path, call by call. Needs a running `npm run up`, and curl, jq and unzip.
set -euo pipefail
ORIGIN=${ORIGIN:-http://localhost:8080}
INBOX=${INBOX:-http://localhost:1080}
API=$ORIGIN/api
run=$RANDOM$RANDOM
SENDER=sender-$run@example.com
RECEIVER=receiver-$run@example.com
PASSWORD='Correct-horse-9!'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

call() { # call METHOD PATH TOKEN [JSON]
  curl -sS --fail-with-body -X "$1" "$API$2" -H 'content-type: application/json' ${3:+-H "authorization: Bearer $3"} ${4:+-d "$4"}
}
code() { # code EMAIL COUNT: waits until COUNT codes were mailed to the address and prints the newest
  for _ in $(seq 100); do
    codes=$(curl -sS "$INBOX/email" | jq -r --arg to "$1" '[.[] | select(any(.to[]; .address == $to)) | .text | capture("(^|\n)\\s*(?<code>[0-9]{5,6})\\s*(\r?\n|$)")? | .code] | .[]')
    [ "$(grep -c . <<<"$codes" || true)" -ge "$2" ] && { tail -n 1 <<<"$codes"; return; }
    sleep 0.1
  done
  echo "No code arrived for $1" >&2; return 1
}
company() { # company NAME EMAIL
  jq -n --arg n "$1" --arg e "$2" '{email: $e, data: {companyName: $n, companyRegistrationNumber: "HRB 1", country: "India", addressLine1: "1 Market Street", city: "Mumbai", postCode: "400001", tradingCurrency: "EUR", telephoneNumber: "+912212345678", contractEmail: $e, billingEmail: $e}}'
}
person() { # person SIGNUP_PATH EMAIL COMPANY -> token
  call POST "/auth/$1" '' "{\"firstname\":\"Pat\",\"lastname\":\"Example\",\"email\":\"$2\",\"password\":\"$PASSWORD\"}" >/dev/null
  onboarding=$(call POST /auth/otp-verification '' "{\"email\":\"$2\",\"otp\":\"$(code "$2" 1)\"}" | jq -r .token)
  call POST /auth/signupFlow4 "$onboarding" "$(company "$3" "$2")" | jq -r .token
}

echo '1. A sender signs up, verifies the email and adds a company'
S=$(person signup "$SENDER" 'Harbour Data')
USER=$(call GET /auth/me "$S" | jq -r .user.id)

echo '2. The sender submits the business registration'
kyc=$(jq -n --arg e "$SENDER" '{companyDetails: {shortName: "Harbour", legalEntityName: "Harbour Data Ltd", registrationCountry: "India", typeOfRegistration: "other", companyRegistrationNumber: "HRB 1", vatTaxNumber: "IN1", incorporationDate: "2015-04-01", website: "https://example.com", primaryContactEmail: $e, phoneNumber: "+912212345678", addressLine1: "1 Market Street", city: "Mumbai", postcode: "400001"}, documents: {}, commercialInfo: {businessNature: {code: "63", description: "Information service activities"}, currencies: [{country: "India", currency: "EUR"}], tradeVolumes: [{country: "India", expected: "10", actual: "9", variance: "-1"}]}}')
curl -sS --fail-with-body "$API/auth/update-kyc" -H "authorization: Bearer $S" -F "userId=$USER" -F "kycData=$kyc" | jq -r .user.kycStatus

echo '3. The sender creates a folder and uploads a file'
printf 'port,price\nRotterdam,410.25\n' > "$work/prices.csv"
FOLDER=$(call POST /file-sharing/folders "$S" '{"name":"Trade 2025"}' | jq -r .id)
FILE=$(curl -sS --fail-with-body "$API/file-sharing/folders/$FOLDER/files" -H "authorization: Bearer $S" -F name=prices.csv -F currency=EUR -F price=0.5 -F numberOfRecords=1 -F "file=@$work/prices.csv;type=text/csv" | jq -r .file.id)

echo '4. The sender invites a partner, who signs up and accepts'
call POST /auth/signupFlow3 "$S" "{\"email\":\"$SENDER\",\"data\":[\"$RECEIVER\"]}" | jq -c .invited
R=$(person signup-reciver "$RECEIVER" 'Northwind Trading')
INVITATION=$(call POST /auth/rerquest-invitation "$R" "{\"email\":\"$RECEIVER\"}" | jq -r '.[0].id')
call POST /auth/accept-invitation "$R" "{\"id\":\"$INVITATION\"}" | jq -r .message

echo '5. The sender delivers the folder, the receiver requests the file'
call POST /file-sharing/folders/email-update "$S" "{\"id\":\"$FOLDER\",\"email\":\"$RECEIVER\"}" | jq -c .emails
call POST /file-sharing/reciver-file "$R" "{\"email\":\"$RECEIVER\"}" | jq -c '.[] | {folderName, files: [.files[].fileName]}'
RUSER=$(call GET /auth/me "$R" | jq -r .user.id)
REQUEST=$(call POST /file-requests/create "$R" "{\"fileData\":[{\"id\":\"$FILE\"}],\"requestId\":\"$RUSER\",\"reciverEmail\":\"$RECEIVER\"}" | jq -r '.requests[0].id')

echo '6. The sender accepts with the mailed code'
call POST /file-requests/create-password "$S" "{\"requestId\":\"$REQUEST\",\"email\":\"$SENDER\"}" | jq -r .message
call POST /file-requests/verify-token "$S" "{\"id\":\"$REQUEST\",\"code\":\"$(code "$SENDER" 2)\"}" | jq -c .
EXPIRY=$(date -u -d '+1 day' +%Y-%m-%dT%H:%M:%SZ)
TRANSFER=$(call POST /file-requests/confirmation "$S" "{\"requestId\":\"$REQUEST\",\"expiry\":\"$EXPIRY\"}" | jq -r .transfer.id)

echo '7. The receiver downloads the zip'
for _ in $(seq 100); do
  URL=$(call POST /file-requests/Id-files "$R" "{\"id\":\"$TRANSFER\"}" | jq -r '.archive.url // empty')
  [ -n "$URL" ] && break
  sleep 0.1
done
curl -sS --fail-with-body "$ORIGIN$URL" -o "$work/download.zip"
unzip -p "$work/download.zip" prices.csv | cmp - "$work/prices.csv" && echo 'The file is the same, byte for byte.'
call POST /file-requests/record-download "$R" "{\"id\":\"$TRANSFER\",\"userId\":\"$RUSER\"}" >/dev/null
call POST /logs/user "$S" "{\"id\":\"$USER\"}" | jq -r '.[0:3][].message'
