/** What an event's message carries in addition to its payload. */
export interface EventMeta {
  id: string;
  subject: string;
  /** ISO time at which it was committed. */
  at: string;
  requestId: string;
  /** W3C trace context of the work that caused it. */
  traceparent?: string | undefined;
  actor: {
    userId: string;
    email: string;
    companyId: string | null;
    companyName: string | null;
    ip: string;
    key?: { id: string; name: string };
  } | null;
}
