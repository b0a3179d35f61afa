export interface MemberSlots {
  /** Null when all slots are taken. */
  take(memberId: string): { free: () => void } | null;
}

/** Limits within this process: `perMember` for one member, `inAll` together. */
export function createMemberSlots({ perMember, inAll }: { perMember: number; inAll: number }): MemberSlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(memberId) {
      const own = taken.get(memberId) ?? 0;
      if (own >= perMember || all >= inAll) return null;
      taken.set(memberId, own + 1);
      all += 1;
      return {
        free: () => {
          all -= 1;
          const left = (taken.get(memberId) ?? 1) - 1;
          if (left > 0) taken.set(memberId, left);
          else taken.delete(memberId);
        },
      };
    },
  };
}
