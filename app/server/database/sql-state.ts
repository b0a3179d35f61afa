/** Compares an error's SQLSTATE (PostgreSQL manual, appendix A). */
export function hasSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && "code" in error && error.code === state;
}

export const foreignKeyViolation = "23503";

export const insufficientPrivilege = "42501";

export const uniqueViolation = "23505";
