import type { Route } from '@tradepost/contracts/routes';
import type { Sources } from './generate';
import type { Place, Saved, AlterAnswer } from './fixture';

/** What a client does with an answer. */
export interface Scenario {
  name: string;
  route: Route;
  honest: unknown;
  sources: Sources;
  /** @returns what was granted, signed, opened or accepted, in a form that only security depends on; and what was stored */
  run: (alter: AlterAnswer) => Promise<{ result: Promise<unknown>; effects: string[] }>;
}

/** A place where the route has this answer, and what is done there. */
export const scenario = (
  { name, route, honest, sources }: Omit<Scenario, 'run'>,
  at: (answers: (route: Route) => unknown, alter: AlterAnswer) => Place,
  act: (place: Place) => Promise<unknown>,
): Scenario => ({
  name,
  route,
  honest,
  sources,
  run: async (alter) => {
    const place = at((asked) => (asked === route ? honest : {}), alter);
    return { result: act(place), effects: place.effects };
  },
});

/** Of people who have known each other before. */
export interface Known {
  ann: Saved;
  bob: Saved;
}
