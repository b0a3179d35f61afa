# syntax=docker/dockerfile:1
# Node 24 runs the server's TypeScript directly; only the pages need a build.
#
#   docker build .                   the whole product; the environment makes each part embedded or hosted
#   docker build --target hosted .   hosted services only: no embedded database, darkroom, identity or sandbox, and no
#                                    models that check results
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The `node-…` packages are for machines with an older Node.
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM dependencies AS build
COPY . .
RUN npm run build
# The server does not read the sources of pages and styles.
RUN find app -name '*.tsx' -delete -o -name '*.css' -delete

FROM node:24-bookworm-slim AS production-dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The server reads no types, no source maps, and only the combined country table.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript \
    node_modules/@types node_modules/undici-types node_modules/@ip-location-db/*/*-ipv[46].mmdb \
  && find node_modules/onnxruntime-web/dist -type f ! -name 'ort.wasm.bundle.min.mjs' ! -name 'ort-wasm-simd-threaded.wasm' ! -name 'ort-wasm-simd-threaded.mjs' -delete \
  && find node_modules -type f '(' -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' ')' -delete

FROM production-dependencies AS hosted-dependencies
RUN rm -rf node_modules/@electric-sql/pglite node_modules/@techstark/opencv-js node_modules/onnxruntime-web node_modules/bcryptjs node_modules/jose node_modules/modern-tar

FROM build AS hosted-build
RUN cd app && rm -rf darkroom adapters/sight adapters/embedded/darkroom adapters/embedded/database adapters/embedded/identity adapters/embedded/mailbox adapters/embedded/payment-sandbox adapters/embedded/photo-host
RUN rm build/new-database.tar.gz

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Returns free memory to the system on a machine of any size (decision 29).
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY package.json ./
COPY supabase/migrations ./supabase/migrations
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "app/server/http/server.ts"]

FROM base AS hosted
# This image has no embedded parts, so a missing service variable stops the start.
ENV ALLOW_EMBEDDED=0
COPY --from=hosted-dependencies /app/node_modules ./node_modules
COPY --from=hosted-build /app/build ./build
COPY --from=hosted-build /app/app ./app
COPY --from=hosted-build /app/bin ./bin

FROM base
COPY --from=production-dependencies /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/app ./app
COPY --from=build /app/bin ./bin
