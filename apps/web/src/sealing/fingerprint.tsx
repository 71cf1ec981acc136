import { Flex } from 'antd';
import { CopyButton } from '../ui/copy-button';
import './fingerprint.css';

/** Of a key: eight groups of five digits, as people read them to each other. */
export function Fingerprint({ digits, label }: { digits: string; label: string }) {
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
