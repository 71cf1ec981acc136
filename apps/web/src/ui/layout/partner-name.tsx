import { useQuery } from '@tanstack/react-query';
import { verifiedPartnersQuery } from '../../api/queries';
import { VerifiedBadge } from './verified-badge';

/** A company's name with its badge, which is looked up by id because names are not unique. */
export function PartnerName({ companyId, companyName }: { companyId: string | null; companyName: string }) {
  const { data } = useQuery(verifiedPartnersQuery);
  const verified = data?.find((partner) => partner.companyId === companyId)?.verified;
  return (
    <div className="wrap-cell">
      {companyName} <VerifiedBadge verified={verified} companyName={companyName} />
    </div>
  );
}
