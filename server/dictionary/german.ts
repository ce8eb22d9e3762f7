import type { BuiltInTexts } from './english.ts'

export const german: BuiltInTexts = {
  'ERROR/VALIDATION': 'Ein Wert ist nicht gültig',
  'ERROR/FILTER_SYNTAX': 'Der Filter ist nicht lesbar',
  'ERROR/PARAMETER': 'Ein Parameter der Anfrage ist nicht gültig',
  'ERROR/BODY_SYNTAX': 'Der Inhalt der Anfrage ist nicht lesbar',
  'ERROR/UNKNOWN_MEDIA_TYPE': 'Diesen Medientyp gibt es nicht',
  'ERROR/UNKNOWN_FIELD': 'Dieses Feld gibt es nicht',
  'ERROR/UNIQUE': 'Der Wert ist schon vergeben',
  'ERROR/REFERENCED': 'Andere Datensätze verweisen auf diesen',
  'ERROR/CONFIRMATION_REQUIRED': 'Daten gingen verloren',
  'ERROR/CHILD_REQUIRED': 'Mindestens ein verknüpfter Datensatz ist erforderlich',
  'ERROR/UNAUTHENTICATED': 'Anmeldung erforderlich',
  'ERROR/TOTP_REQUIRED': 'Ein Einmalcode ist erforderlich',
  'ERROR/FORBIDDEN': 'Nicht erlaubt',
  'ERROR/NOT_FOUND': 'Nicht gefunden',
  'ERROR/METHOD_NOT_ALLOWED': 'Diese Methode ist hier nicht möglich',
  'ERROR/ETAG_MISMATCH': 'Der Datensatz wurde inzwischen geändert',
  'ERROR/ETAG_REQUIRED': 'Der Kopf If-Match ist erforderlich',
  'ERROR/UPLOAD_MISMATCH': 'Eine Datei ist nicht, was angegeben wurde',
  'ERROR/UPLOAD_OFFSET': 'Ein anderer Teil der Datei ist an der Reihe',
  'ERROR/UNSUPPORTED_MEDIA_TYPE': 'Dieser Inhaltstyp wird nicht unterstützt',
  'ERROR/NOT_ACCEPTABLE': 'Keine der gewünschten Darstellungen ist möglich',
  'ERROR/TOO_LARGE': 'Die Anfrage ist zu groß',
  'ERROR/RATE_LIMITED': 'Zu viele Anfragen',
  'ERROR/DEPENDENCY_DOWN': 'Ein Dienst, der dafür nötig ist, ist nicht erreichbar',
  'ERROR/INTERNAL': 'Interner Fehler',
  'RELATED/CHILDREQUIRED': 'Mindestens ein verknüpfter Datensatz ist erforderlich.',
  'MAIL/RESET/SUBJECT': 'Ein neues Passwort für Marquee',
  'MAIL/RESET/TEXT': `Guten Tag {name},

jemand, vermutlich Sie, hat ein neues Passwort für Marquee angefordert. Über diesen Link können Sie eines wählen. Er gilt einmal und {minutes} Minuten lang:

{link}

Waren Sie es nicht, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  'MAIL/PASSKEY_ADDED/SUBJECT': 'Ein neuer Passkey für Marquee',
  'MAIL/PASSKEY_ADDED/TEXT': `Guten Tag {name},

Ihrem Konto wurde der Passkey „{passkey}“ hinzugefügt. Mit ihm melden Sie sich ohne Passwort bei Marquee an.

Waren Sie es nicht, melden Sie sich an, entfernen Sie den Passkey und ändern Sie Ihr Passwort.
`,
  'MAIL/PASSKEY_REMOVED/SUBJECT': 'Ein Passkey für Marquee wurde entfernt',
  'MAIL/PASSKEY_REMOVED/TEXT': `Guten Tag {name},

der Passkey „{passkey}“ wurde aus Ihrem Konto entfernt. Mit ihm meldet sich niemand mehr bei Marquee an.

Waren Sie es nicht, melden Sie sich an und ändern Sie Ihr Passwort.
`,
}
