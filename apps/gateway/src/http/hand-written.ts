import { routes, type Route } from '@tradepost/contracts/routes';

/** JSON routes with a hand-written method, and what the method adds to the command's reply. */
const handWrittenJson = {
  signup: 'keeps the ticket in a cookie of the browser',
  signupReceiver: 'keeps the ticket in a cookie of the browser',
  resendOtp: 'takes the ticket from the cookie',
  verifyOtp: 'takes the ticket from the cookie',
  login: 'binds the session to a cookie of the browser',
  loginReceiver: 'binds the session to a cookie of the browser',
  passkeyLogin: 'binds the session to a cookie of the browser',
  passkeyLoginReceiver: 'binds the session to a cookie of the browser',
  confirmTotp: 'binds the session that enrolment opens to a cookie',
  saveCompany: 'binds the session that onboarding opens to a cookie; forgets cached sessions',
  switchCompany: 'binds the session to a cookie of the browser; forgets cached sessions',
  leaveCompany: 'forgets cached sessions and keys',
  removeMember: 'forgets cached sessions and keys of the member',
  changeMemberRoles: 'forgets cached sessions and keys of the member',
  suspendPerson: 'forgets cached sessions and keys of the person, and of members of their company',
  logout: 'deletes the cookie; forgets cached sessions',
  resetPassword: 'forgets cached sessions',
  changePassword: 'forgets cached sessions',
  endSession: 'forgets cached sessions',
  endOtherSessions: 'forgets cached sessions',
  removePasskey: 'forgets cached sessions',
  revokeApiKey: 'forgets the cached key',
  startSso: 'binds the sign-in to a cookie of the browser',
  startSsoLink: 'binds the sign-in to a cookie of the browser',
  finishSso: 'takes the cookie of the browser; binds the session to another one',
  files: 'answers 304 for an unchanged page without reading it',
  file: 'signs download addresses',
  transfer: 'signs download addresses; may add the content of small files',
  received: 'joins deliveries (storage) with live transfers (requests)',
  receivedFolders: 'joins deliveries (storage) with live transfers (requests)',
  receivedFiles: 'joins deliveries (storage) with live transfers (requests)',
  receivedFile: 'joins deliveries (storage) with live transfers (requests)',
  commitParts: 'joins the parts in the store',
  unsubscribe: 'answers a browser with a page',
  verifyAudit: 'waits longer than other calls',
} as const satisfies Partial<Record<keyof typeof routes, string>>;

/** Whether the forwarder mounts the route. Uploads, downloads and pages are hand-written, and the JSON routes listed above. */
const isForwarded = ([name, { body = 'json', answer = 'json' }]: [string, Route]): boolean =>
  body === 'json' && answer === 'json' && !Object.hasOwn(handWrittenJson, name);

export const forwardedRoutes: Record<string, Route> = Object.fromEntries(
  Object.entries<Route>(routes).filter(isForwarded),
);
