import { allEvents } from '@tradepost/contracts/events';
import { actionText, actionWords } from './actions';

// cspell:disable: German texts
jest.mock('./log-catalogue', () => ({ catalogue: jest.requireActual('../texts/log/de.json') }));

/** The entry with which a migration closed the part of a chain that it converted; it has no event. */
const withoutEvent = 'audit.converted';

it('has words for every action of the log, and for nothing else', () => {
  const actions = allEvents.filter(({ to }) => to.includes('audit')).map(({ subject }) => subject.replace('evt.', ''));
  expect(Object.keys(actionWords).sort()).toEqual([...actions, withoutEvent].sort());
});

it('has different words for each action, so that a filter by words is unambiguous', () => {
  const shown = Object.keys(actionWords).map(actionText);
  expect(shown.filter((words, n) => shown.indexOf(words) !== n)).toEqual([]);
});

it('shows an action in the language of the page, and one without words as it is', () => {
  expect(actionText('identity.signed-in')).toBe('Angemeldet');
  expect(actionText('identity.new-thing')).toBe('identity.new-thing');
});
