import { useQuery } from '@tanstack/react-query';
import { verifiedPartnersQuery } from '../../api/queries';
import { RowLink } from '../list/row-link';
import styles from './partner-name.module.css';
import { VerifiedBadge } from './verified-badge';

interface PartnerNameProps {
  companyId: string | null;
  companyName: string;
  /** The page of the row that the name stands for. */
  to?: string;
  /** Cut at the end of its line. */
  isLine?: boolean;
}

/** A company's name with its badge, which is looked up by id because names are not unique. */
export function PartnerName({ companyId, companyName, to, isLine = false }: PartnerNameProps) {
  const { data } = useQuery(verifiedPartnersQuery);
  const verified = data?.find((partner) => partner.companyId === companyId)?.verified;
  return (
    <div className={isLine ? styles.line : 'wrap-cell'}>
      {to ? <RowLink to={to}>{companyName}</RowLink> : <span>{companyName}</span>}{' '}
      <VerifiedBadge verified={verified} companyName={companyName} />
    </div>
  );
}
