import type { RequestDetails } from '@tradepost/contracts/requests';
import { sampleDetails, sampleRequest, sampleSent } from '../../test/samples';
import { recordOf, timelineOf } from './history';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString();
const textsOf = (details: RequestDetails, isOwn = true) => timelineOf(details, isOwn).map(({ text }) => text);

describe('the timeline', () => {
  it('names the companies, because any member may have acted', () => {
    const transfer = sampleSent({ status: 'revoked' });
    const request = sampleRequest({ status: 'accepted' });
    const history = [
      { step: 'requested' as const, at: at(1) },
      { step: 'accepted' as const, at: at(2), expiry: at(9) },
      { step: 'extended' as const, at: at(3), expiry: at(12) },
      { step: 'revoked' as const, at: at(4), reason: 'Wrong file' },
    ];
    for (const role of ['sender', 'receiver'] as const) {
      const details = sampleDetails({ role, request, transfer, history });
      expect(textsOf(details)).toEqual([
        'Reader Ltd requested 2 files',
        'Sender Ltd accepted the request',
        'Sender Ltd extended the transfer',
        'Sender Ltd revoked the transfer',
      ]);
      expect(timelineOf(details, true).map(({ until, reason }) => until ?? reason)).toEqual([
        undefined,
        at(9),
        at(12),
        'Wrong file',
      ]);
    }
  });

  it('says to a member that the company acts next', () => {
    const history = [{ step: 'requested' as const, at: at(1) }];
    const pending = sampleDetails({ role: 'sender', history });
    expect(textsOf(pending, false)).toEqual(['Reader Ltd requested 2 files', 'Sender Ltd answers']);
    const unsigned = sampleRequest({ waitsForSignature: true });
    expect(textsOf(sampleDetails({ role: 'receiver', request: unsigned, history }), false)).toEqual([
      'Reader Ltd requested 2 files',
      'rita@reader.example signs the request',
    ]);
  });

  it('names both parties in a document', () => {
    const history = [{ step: 'requested' as const, at: at(1) }];
    for (const role of ['sender', 'receiver'] as const)
      expect(recordOf(sampleDetails({ role, history })).map(({ text }) => text)).toEqual([
        'Reader Ltd requested 2 files',
      ]);
  });

  it('shows that only some files were accepted, what was downloaded, and when it expires', () => {
    const transfer = sampleSent({ files: 1, status: 'live', expiry: at(9) });
    const download = { fileId: null, name: 'a.zip', byEmail: 'rita@reader.example', firstAt: at(3), lastAt: at(4) };
    const history = [
      { step: 'accepted' as const, at: at(2), expiry: at(9) },
      { step: 'downloaded' as const, at: at(3), download: { ...download, what: 'archive' as const, count: 2 } },
      {
        step: 'downloaded' as const,
        at: at(4),
        download: { ...download, what: 'file' as const, fileId: 'f1', name: 'rates.csv', count: 1 },
      },
    ];
    const entries = timelineOf(sampleDetails({ role: 'sender', transfer, history }), true);
    expect(entries.map(({ text }) => text)).toEqual([
      'Sender Ltd accepted the request for 1 of 2 files',
      'Reader Ltd downloaded all files (2 times)',
      'Reader Ltd downloaded rates.csv',
      'The transfer expires',
    ]);
    expect(entries.at(-1)).toMatchObject({ kind: 'next', at: at(9) });
  });

  it.each([
    [{}, 'You answer the request', 'Sender Ltd answers'],
    [{ waitsForSignature: true }, 'rita@reader.example signs the request', 'You sign the request'],
    [{ waitsForKey: true, waitsForSignature: true }, 'rita@reader.example sets up encryption', 'You set up encryption'],
  ])('shows who acts next: %j', (changed, forSender, forReceiver) => {
    const request = sampleRequest(changed);
    expect(textsOf(sampleDetails({ role: 'sender', request })).at(-1)).toBe(forSender);
    expect(textsOf(sampleDetails({ role: 'receiver', request })).at(-1)).toBe(forReceiver);
  });

  it('expects nothing after a rejection or an ended transfer', () => {
    const rejected = sampleDetails({
      request: sampleRequest({ status: 'rejected' }),
      history: [{ step: 'rejected', at: at(1) }],
    });
    expect(textsOf(rejected)).toEqual(['Sender Ltd rejected the request']);
    const expired = sampleDetails({
      transfer: sampleSent({ status: 'expired' }),
      history: [{ step: 'expired', at: at(1) }],
    });
    expect(textsOf(expired)).toEqual(['The transfer expired']);
  });
});
