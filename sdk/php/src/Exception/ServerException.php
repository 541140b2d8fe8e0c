<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 5xx: o gateway ou o banco não está disponível. */
class ServerException extends ApiException
{
}
