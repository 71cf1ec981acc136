import { routes, type Route } from '.';
import { jsonBytesOf, mostJsonBytes, usualJsonBytes } from './json-bytes';

describe('the bytes of a JSON body that a route accepts', () => {
  it('are 64 KB for a route with a few texts', () => {
    for (const route of [routes.requestReset, routes.me, routes.createFolder])
      expect(jsonBytesOf(route)).toBe(usualJsonBytes);
  });

  it('are enough for the longest lists of ids, also with every character escaped', () => {
    const ids = Array.from({ length: 1_000 }, () => '\\u0061'.repeat(200));
    const text = JSON.stringify({ ids }).replaceAll('\\\\', '\\');
    expect(jsonBytesOf(routes.readNotifications)).toBeGreaterThanOrEqual(Math.min(text.length, mostJsonBytes));
  });

  it('are 1 MB where more is valid', () => {
    for (const route of [routes.createRequest, routes.appendLedger, routes.saveKycProgress])
      expect(jsonBytesOf(route)).toBe(mostJsonBytes);
  });

  it('are between 64 KB and 1 MB for every route', () => {
    for (const route of Object.values<Route>(routes)) {
      expect(jsonBytesOf(route)).toBeGreaterThanOrEqual(usualJsonBytes);
      expect(jsonBytesOf(route)).toBeLessThanOrEqual(mostJsonBytes);
    }
  });
});
