import { command, event } from './define';
import { permits, type Permission, type Role } from './roles';
import { id, object, time } from './values/fields';

/** How long one absence can be, and how far ahead. */
const maxAbsenceMs = 366 * 86_400_000;

/** When a person of a company is away, and who stands in for them. */
export interface Absence {
  from: string;
  until: string;
  /** Null if nobody stands in, also because the person can no longer act for the company. */
  delegateId: string | null;
}

interface Absent {
  absence: Absence | null;
}

interface Holder {
  roles?: readonly Role[];
}

/** Whether the delegate may do what the person may do with requests: a delegation gives no permission. */
export const mayStandIn = (delegate: Holder, person: Holder): boolean => permits(delegate, permissionToStandIn(person));

/** What a delegate of the person must be able to do. */
export const permissionToStandIn = (person: Holder): Permission =>
  permits(person, 'requests') ? 'requests' : 'approve';

export const isAway = ({ absence }: Absent, now: Date): boolean =>
  absence !== null && new Date(absence.from) <= now && now < new Date(absence.until);

/** The person who stands in now. A delegate who is away too does not stand in, and a delegation is never passed on. */
export const standInOf = <D extends { isAway: boolean }>(
  person: Absent & { delegate: D | null },
  now: Date,
): D | null => (isAway(person, now) && person.delegate && !person.delegate.isAway ? person.delegate : null);

export const absenceForm = object({
  from: time('Choose the first day').required('Choose the first day'),
  until: time('Choose the last day').required('Choose the last day'),
  delegateId: id().nullable().default(null),
})
  .test(
    'order',
    'The last day must not be before the first',
    ({ from, until }) => !(Date.parse(until) <= Date.parse(from)),
  )
  .test('not-over', 'The last day must not be over', ({ until }) => !(Date.parse(until) <= Date.now()))
  .test(
    'length',
    'An absence is at most 366 days long, and begins within 366 days',
    ({ from, until }) =>
      !(Date.parse(until) - Date.parse(from) > maxAbsenceMs || Date.parse(from) - Date.now() > maxAbsenceMs),
  );

export const absenceCommands = {
  /**
   * The caller is away from the company from this time until that one, at most 366 days. The delegate, another person of the company who may do
   * what the caller may do with requests, is notified of requests that are assigned to the caller. It gives the delegate no permission.
   * @throws COMPANY_MISSING, DELEGATE_NOT_ALLOWED
   */
  setAbsence: command<{ absence: Absence }>()('identity.set-absence', absenceForm),
  /** The caller is not away any more. A repeat changes nothing. @throws COMPANY_MISSING */
  endAbsence: command<{ absence: null }>()('identity.end-absence', object({})),
};

export const absenceEvents = {
  /** Null: the person has ended it. Absences that end at their time publish nothing. */
  absenceChanged: event<{
    companyId: string;
    userId: string;
    email: string;
    absence: (Absence & { delegateEmail: string | null; delegateIsOwner: boolean }) | null;
  }>('evt.identity.absence-changed', { to: ['audit', 'notification'] }),
};
