import { fingerprint, type VerifiedBundle } from '@tradepost/sealing/bundle';
import { CopyButton } from '../../ui/copy-button';
import { Flex } from 'antd';
import './encryption.css';

/** Eight groups of five digits, as people read them to each other. */
export function Fingerprint({ of, label }: { of: VerifiedBundle; label: string }) {
  const digits = fingerprint(of);
  return (
    <Flex gap={12} align="center" wrap>
      <div role="group" aria-label={label} className="fingerprint numbers">
        {digits.split(' ').map((group, index) => (
          <span key={index}>{group} </span>
        ))}
      </div>
      <CopyButton text={digits} size="small" aria-label={`Copy: ${label}`}>
        Copy
      </CopyButton>
    </Flex>
  );
}
