import { useQuery } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { VerifiedBadge } from '../../ui/verified-badge';

/** A company by its name, with its badge; by its id, for any company may call itself by another's name. */
export function PartnerName({ companyId, companyName }: { companyId: string | null; companyName: string }) {
  const { data } = useQuery({ queryKey: ['partners', 'verified'], queryFn: ({ signal }) => send(routes.verifiedPartners, {}, { signal }) });
  const verified = data?.find((partner) => partner.companyId === companyId)?.verified;
  return (
    <div className="wrap-cell">
      {companyName} <VerifiedBadge verified={verified} companyName={companyName} />
    </div>
  );
}
